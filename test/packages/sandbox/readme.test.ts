import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { vocabularyTables, withTables } from './vocabulary.js'

const file = fileURLToPath(new URL('../../../packages/routing-sandbox/README.md', import.meta.url))

test('the README lists all that the world knows, as it answers (UPDATE=1 writes it)', async () => {
  const readme = readFileSync(file, 'utf8')
  const now = withTables(readme, await vocabularyTables())
  if (process.env.UPDATE) writeFileSync(file, now)
  expect(now).toBe(readFileSync(file, 'utf8'))
})
