import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type Code, catalogue } from '../../../generator/src/diagnostics/catalogue.js'
import { type Diagnostic, Fault } from '../../../generator/src/diagnostics/diagnostic.js'
import {
  explain,
  type Locator,
  locatorOf,
  printDiagnostic,
} from '../../../generator/src/diagnostics/print.js'
import { readModel } from '../../../generator/src/pipeline/read-model.js'

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-messages-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function messagesOf(text: string): Promise<string[]> {
  writeFileSync(path.join(folder, 'spec.json'), text)
  const { document, diagnostics } = await readModel('spec.json', folder)
  return diagnostics.map((each) => printDiagnostic(each, locatorOf(document), { color: false }))
}

function placesIn(text: string, line: number, column: number): Locator {
  return { locate: () => ({ line, column }), textOf: () => text }
}

const at = { file: 'a.yaml', pointer: '/a' }

function printed(text: string, line: number, column: number, color = false): string {
  const diagnostic: Diagnostic = { code: 'TW2001', severity: 'error', message: 'wrong', at }
  return printDiagnostic(diagnostic, placesIn(text, line, column), { color })
}

describe('what cannot be read', () => {
  const folderHelp = { help: 'It is a folder. Specify the document in it.' }

  test.each([
    ['no-such-file.yaml', {}],
    ['.', folderHelp],
  ])('%s is one fault without a place', async (name, help) => {
    const fault = await readModel(name, folder).catch((error: unknown) => error)
    if (!(fault instanceof Fault)) throw fault
    const message = expect.stringMatching(/^cannot read /)
    expect(fault.diagnostics).toEqual([{ code: 'TW1001', severity: 'error', message, ...help }])
  })
})

describe('3 MB of JSON on one line', () => {
  const description = 'A value, and what has to be known of it by whoever sends it. '.repeat(10)
  const many = Object.fromEntries(
    Array.from({ length: 4500 }, (_, index) => [
      `Schema${index}`,
      { type: 'object', properties: { value: { type: 'string', format: 'int64', description } } },
    ]),
  )
  const info = { title: 'Large', version: '1' }
  const text = JSON.stringify({
    openapi: '3.1.0',
    info,
    paths: {},
    components: {
      schemas: { ...many, Last: { type: 'object', properties: { x: { type: 'strin' } } } },
    },
  })

  test('a fault near its end is found, and shown in a window', { timeout: 60_000 }, async () => {
    expect(text.length).toBeGreaterThan(2_900_000)
    expect(text).not.toContain('\n')
    const [message, ...others] = await messagesOf(text)
    expect(others).toEqual([])
    const column = text.indexOf('"type":"strin"') + 1
    expect(message).toBe(
      [
        `spec.json:1:${column} error TW2001 there is no type "strin"`,
        `  1 | ${text.slice(column - 33, column - 33 + 96)}`,
        `    | ${' '.repeat(32)}^`,
        '  help: Did you mean string?',
      ].join('\n'),
    )
  })

  test('a syntax fault near its end is found', { timeout: 30_000 }, async () => {
    const broken = `${text.slice(0, -3)},,${text.slice(-3)}`
    const messages = await messagesOf(broken)
    expect(messages).toHaveLength(1)
    const place = `spec.json:1:${broken.length - 3}`
    expect(messages[0]).toContain(`${place} error TW1002 a key in double quotes is missing\n`)
    for (const line of (messages[0] ?? '').split('\n')) expect(line.length).toBeLessThan(140)
  })
})

test('all problems of a run are reported, in the order of the document', async () => {
  const schemas = {
    A: { type: 'interger' },
    B: { $ref: '#/components/schemas/Missing' },
    C: { type: 'object', properties: { c: { type: 'string', required: true } } },
    D: { type: 'integer', 'x-tagwire-nmae': 'E' },
    'my-type': { type: 'string' },
    my_type: { type: 'object', properties: { d: { type: 'boolean', default: 'no' } } },
    'my.type': { type: 'string' },
  }
  const text = JSON.stringify(
    {
      openapi: '3.1.0',
      info: { title: 'All', version: '1' },
      servers: [{ url: 'javascript:1' }],
      paths: {},
      components: { schemas },
    },
    undefined,
    1,
  )
  const codes = (await messagesOf(text)).map((each) => /TW\d{4}/.exec(each)?.[0])
  expect(codes).toEqual(['TW5004', 'TW2001', 'TW1004', 'TW2002', 'TW6001', 'TW2004', 'TW4002'])
})

describe('how a message is printed', () => {
  test('with the line before, the line, and a caret below the column', () => {
    expect(printed('one\ntwo\nthree', 2, 3)).toBe(
      [
        'a.yaml:2:3 error TW2001 wrong',
        '  1 | one',
        '  2 | two',
        '    |   ^',
        '  help: The types are string, number, integer, boolean, object, array and null.',
      ].join('\n'),
    )
  })

  test.each([
    ['a tab is one column', '\t\tx', 3, '  1 |   x\n    |   ^'],
    ['control characters are dots', 'a\u001b[31m\u0000b', 7, '  1 | a·[31m·b\n    |       ^'],
    ['a carriage return is no column of its own', 'ab\r\ncd', 2, '  1 | ab·\n    |  ^'],
    ['wide characters take two columns', '日本: x', 5, '  1 | 日本: x\n    |       ^'],
    ['so do emoji', '😀: x', 5, '  1 | 😀: x\n    |     ^'],
    ['and marks take none', 'u\u0308: x', 5, '  1 | u\u0308: x\n    |    ^'],
    ['beyond the end of a line', 'ab', 3, '  1 | ab\n    |   ^'],
  ])('%s', (_, text, column, frame) => {
    expect(printed(text, 1, column)).toContain(frame)
  })

  test('in colour only when asked', () => {
    expect(printed('x', 1, 1, false)).not.toContain('\u001b')
    expect(printed('x', 1, 1, true)).toContain('\u001b[31merror\u001b[0m')
  })

  test('texts of a document make up neither lines nor commands', () => {
    const message = 'the key "a\nb.yaml:1:1 error TW9999 \u001b[2J\u202e"'
    const text = printDiagnostic(
      { code: 'TW2005', severity: 'warning', message, help: 'x\ny' },
      placesIn('', 1, 1),
      { color: false },
    )
    expect(text.split('\n')).toHaveLength(2)
    for (const char of ['\u001b', '\u202e']) expect(text).not.toContain(char)
  })
})

test('every code has a title, a cause and a remedy', () => {
  const entries = Object.entries(catalogue)
  expect(entries.length).toBeGreaterThan(25)
  for (const [code, { title, cause, fix }] of entries) {
    expect(code).toMatch(/^TW[1-9]\d{3}$/)
    expect(title).toMatch(/^[^A-Z].*[^.]$/)
    expect(cause).toMatch(/^[A-Z`].*\.$/)
    expect(fix).toMatch(/^[A-Z].*\.$/)
  }
  const first: Code = 'TW1001'
  expect(explain(first)).toMatch(/^TW1001: .+\n\n.+\n\n.+$/)
})
