import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

function textsIn(folder: string): string[] {
  return readdirSync(root + folder).map((file) => readFileSync(`${root}${folder}/${file}`, 'utf8'))
}

/** A missing fact in `{{fact}}` throws, but in a condition it silently drops the section. */
it('every condition of a README template is a fact of an emitter', () => {
  const conditions = textsIn('templates').flatMap((text) => [
    ...text.matchAll(/\{\{#(?:if|unless|each) (\w+)\}\}/g),
  ])
  const facts = textsIn('generator/src/emit/readme').flatMap((text) => [
    ...text.matchAll(/[ {](\w+)(?=[:,])/g),
  ])
  const known = new Set(facts.map(([, name]) => name))
  expect(conditions.length).toBeGreaterThan(50)
  expect(conditions.map(([, name]) => name).filter((name) => !known.has(name))).toEqual([])
})
