import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('has at most 700 words, programs included', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  expect(readme.split(/\s+/).filter((word) => word !== '').length).toBeLessThanOrEqual(700)
})
