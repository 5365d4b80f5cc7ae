import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { emitterReference, reachableFrom } from './reference.js'

const entry = fileURLToPath(new URL('../../../generator/dist/emitter.d.ts', import.meta.url))
const pageOf = (name: string): string =>
  fileURLToPath(new URL(`../../../docs/${name}.md`, import.meta.url))

/** A change here is a change of a public surface: `UPDATE=1` writes it, and a changeset says it. */
test('the surface for emitters is as it was stated', () => {
  const { exports, types } = emitterReference(entry)
  for (const [page, now] of Object.entries({
    'emitter-reference': exports,
    'emitter-types': types,
  })) {
    if (process.env.UPDATE) writeFileSync(pageOf(page), now)
    expect(now).toBe(readFileSync(pageOf(page), 'utf8'))
  }
})

test('the reference contains the contract, the model and the helpers', () => {
  const { exported, behind } = reachableFrom(entry)
  const names = [...exported, ...behind].map(({ name }) => name)
  expect(exported.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['defineEmitter', 'Emitter', 'EmitterFile', 'Model', 'Shape']),
  )
  expect(names).toEqual(expect.arrayContaining(['Rule', 'Union', 'stringLiteral', 'commentText']))
})
