import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Diagnostic } from '../../../generator/src/diagnostics/diagnostic.js'
import { checkGrammar } from '../../../generator/src/grammar/check-grammar.js'
import { formText } from '../../../generator/src/grammar/form.js'
import { loadDocument } from '../../../generator/src/source/document.js'

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-grammar-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function faultsOf(members: object): Promise<string[]> {
  const head = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} }
  writeFileSync(path.join(folder, 'spec.json'), JSON.stringify({ ...head, ...members }))
  const found: Diagnostic[] = []
  checkGrammar(await loadDocument('spec.json', folder), (each) => found.push(each))
  return found.map(({ severity, at }) => `${severity} ${at?.pointer}`)
}

const operation = (member: object): object => ({
  paths: { '/a': { get: { responses: { 204: { description: '' } }, ...member } } },
})
const schema = (member: object): object => ({ components: { schemas: { A: member } } })

test.each<readonly [string, object, readonly string[]]>([
  ['a sound document', operation({}), []],
  ['a list in place of an object', schema([]), ['error /components/schemas/A']],
  ['parameters as an object', operation({ parameters: {} }), ['error /paths/~1a/get/parameters']],
  ['a title that is a number', { info: { title: 1, version: '1' } }, ['warning /info/title']],
])('%s', async (_, members, want) => {
  expect(await faultsOf(members)).toEqual(want)
})

test.each([
  ['text', 'a text'],
  ['flag', '`true` or `false`'],
  ['[any]', 'a list'],
  ['[text]', 'a list of texts'],
  ['[Parameter]', 'a list of parameters'],
  ['{Schema}', 'an object'],
  ['Schema', 'a schema'],
  ['PathItem', 'an object'],
] as const)('%s is %s in messages', (form, text) => {
  expect(formText(form)).toBe(text)
})
