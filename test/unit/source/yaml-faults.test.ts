import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { locatorOf, printDiagnostic } from '../../../generator/src/diagnostics/print.js'
import { readModel } from '../../../generator/src/pipeline/read-model.js'

/** One fault of writing each: one message in our own words, at the place, with what to do. */

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-yaml-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Each diagnostic as `line:column message`, its second place, and `→ help`. */
async function toldOf(name: string, text: string): Promise<string[]> {
  writeFileSync(path.join(folder, name), text)
  const { document, diagnostics } = await readModel(name, folder)
  const locator = locatorOf(document)
  return diagnostics.flatMap((each) => {
    const printed = printDiagnostic(each, locator, { color: false }).split('\n')
    const first = printed[0]?.replace(`${name}:`, '').replace(/ (?:error|warning) TW\d+/, '')
    const also = printed.find((line) => line.includes('the first one'))
    const help = printed.at(-1)?.replace('  help: ', '→ ')
    return [first ?? '', ...(also ? [also.trim().replace(`${name}:`, '')] : []), help ?? '']
  })
}

const PET = `openapi: 3.1.0
info: { title: T, version: '1' }
paths: {}
components:
  schemas:
    Pet:
      type: object
      description: A pet.
      properties:
        name: { type: string }
`

const changed = (from: string, to: string): string => PET.replace(from, to)

const INDENT = 'Indent it like the other keys of its object, or the other entries of its list.'

test.each([
  [
    'a merge conflict',
    changed(
      '      description: A pet.\n',
      '<<<<<<< HEAD\n      description: A pet.\n=======\n      description: Pets.\n>>>>>>> feature\n',
    ),
    '8:1 a merge conflict that was not resolved begins here',
    '→ Keep one of the two versions, and remove the lines with <<<<<<<, ======= and >>>>>>>.',
  ],
  [
    'a tab',
    changed('      properties', '\t  properties'),
    '9:1 this line is indented with a tab, and YAML only knows spaces',
    '→ Indent it with spaces, like the lines around it.',
  ],
  [
    'a tab behind spaces',
    changed('        name', '      \tname'),
    '10:7 this line is indented with a tab, and YAML only knows spaces',
    '→ Indent it with spaces, like the lines around it.',
  ],
  [
    'a line too far to the left',
    changed('      properties', '     properties'),
    '9:1 this line does not start in the same column as the lines that it belongs to',
    `→ ${INDENT}`,
  ],
  [
    'a line too far to the right',
    changed('      description', '        description'),
    '8:9 this line is indented deeper, but the key above it already has a value',
    `→ ${INDENT}`,
  ],
  [
    'a colon in a text',
    changed('A pet.', 'Note: a pet.'),
    '8:24 a colon inside a text: everything after "Note" is read as its value',
    "→ Put the text in quotes: 'Note: a pet.'.",
  ],
  [
    'a colon in a text between braces',
    changed('title: T', "title: Pets: it's all"),
    '2:20 a colon inside a text: everything after "Pets" is read as its value',
    '→ Put the text in quotes: "Pets: it\'s all".',
  ],
  [
    'null as a type',
    changed('type: string', 'type: null'),
    '10:17 `null` without quotes is the null value, not the name of the type',
    '→ Write it in quotes: "null".',
  ],
  [
    'null among types',
    changed('type: string', 'type: [string, null]'),
    '10:32 `null` without quotes is the null value, not the name of the type',
    '→ Write it in quotes: "null".',
  ],
  [
    'a version without quotes',
    changed('3.1.0', '3.0'),
    '1:1 the version is a number, 3, and not a text of three numbers',
    '→ Write `3.0.0`, or put it in quotes: YAML reads `3.0` as the number 3.',
  ],
  [
    'a brace that is not closed',
    changed("version: '1' }", "version: '1'"),
    '3:1 a brace or bracket in the lines above is not closed',
    '→ Close it, and indent its content more than the line that it begins on.',
  ],
  [
    'a quote that is not closed',
    changed('A pet.', '"A pet.'),
    '8:20 a text has no closing quote',
    '→ Close it. A single quote inside single quotes is written twice.',
  ],
  [
    'a quoted text that goes on at the indentation of its key',
    changed('A pet.', '"A pet,\n      and more."'),
    '9:7 a text in quotes goes on in a line that is not indented more than its key',
    '→ Indent the line more than the key of the text.',
  ],
  [
    'a text that begins with @',
    changed('A pet.', '@pet'),
    '8:20 a text without quotes cannot begin with this character',
    '→ Put the text in quotes.',
  ],
])('%s', async (_, text, ...told) => {
  expect(await toldOf('spec.yaml', text)).toEqual(told)
})

test('repeated keys are reported, each with its first place', async () => {
  const text = changed(
    '        name: { type: string }\n',
    "        name: { type: string }\n        age: {}\n        'name': {}\n        age: {}\n",
  )
  expect(await toldOf('spec.yaml', text)).toEqual([
    '12:9 the key "name" is repeated in one object',
    '10:9 the first one is here',
    '→ Remove one of the two, or merge them.',
    '13:9 the key "age" is repeated in one object',
    '11:9 the first one is here',
    '→ Remove one of the two, or merge them.',
  ])
})

const START = '{\n  "openapi": "3.1.0",\n'

test.each([
  [
    'a comment',
    '{\n  // The service.\n  "openapi": "3.1.0"\n}',
    '2:3 JSON has no comments',
    '→ Remove it, say it in a `description` or `$comment`, or write the document in YAML.',
  ],
  [
    'a comment between others',
    `${START}  /* more */ "paths": {}\n}`,
    '3:3 JSON has no comments',
    '→ Remove it, say it in a `description` or `$comment`, or write the document in YAML.',
  ],
  ['a comma too many', `${START}  "paths": {},\n}`, '3:14 a trailing comma', '→ Remove the comma.'],
  [
    'single quotes',
    `${START}  'paths': {}\n}`,
    '3:3 JSON writes texts in double quotes',
    '→ Write `"` for `\'`.',
  ],
  [
    'a merge conflict',
    `${START}<<<<<<< HEAD\n  "paths": {}\n=======\n  "webhooks": {}\n>>>>>>> feature\n}`,
    '3:1 a merge conflict that was not resolved begins here',
    '→ Keep one of the two versions, and remove the lines with <<<<<<<, ======= and >>>>>>>.',
  ],
  [
    'a key twice',
    `${START}  "paths": {},\n  "paths": {}\n}`,
    '4:3 the key "paths" is repeated in one object',
    '3:3 the first one is here',
    '→ Remove one of the two, or merge them.',
  ],
])('in JSON: %s', async (_, text, ...told) => {
  expect(await toldOf('spec.json', text)).toEqual(told)
})
