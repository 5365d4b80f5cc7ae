import { describe, expect, test } from 'vitest'
import { exportedNames } from '../../../generator/src/emit/typescript/exported-names.js'
import { createImports } from '../../../generator/src/emit/typescript/imports.js'
import { printMarkdown, printModule } from '../../../generator/src/emit/typescript/print.js'
import {
  constant,
  type EmittedModule,
  exportedConstant,
  exportedFunction,
  exportedInterface,
  exportedType,
  exportFrom,
  method,
  property,
  type Statement,
} from '../../../generator/src/emit/typescript/structures.js'
import { stringLiteral } from '../../../generator/src/emit/typescript/text.js'

function moduleOf(...statements: Statement[]): EmittedModule {
  return { path: 'src/a.ts', imports: [], statements }
}

async function textOf(...statements: Statement[]): Promise<string> {
  const { text, faults } = await printModule(moduleOf(...statements))
  expect(faults).toEqual([])
  return text
}

describe('layout', () => {
  test('statements are separated by empty lines, except lists of exports', async () => {
    const text = await textOf(
      constant({ name: 'a', value: '1' }),
      exportedType({ name: 'B', type: 'string', docs: ['Text.'] }),
      exportFrom('./c.js', ['C'], true),
      exportFrom('./c.js', ['d']),
    )
    expect(text).toBe(`const a = 1

/** Text. */
export type B = string

export type { C } from './c.js'
export { d } from './c.js'
`)
  })

  test('members are separated if one of them has a comment', async () => {
    const properties = ['a', 'b', 'c', 'd'].map((name) =>
      property({ name, type: 'string', docs: name === 'c' ? ['Third.'] : [] }),
    )
    const dispose = { docs: [], parameters: [], returnType: 'void' }
    const text = await textOf(
      exportedInterface({ name: 'A', properties, methods: [method('new', dispose)] }),
    )
    expect(text).toBe(`export interface A {
  a: string
  b: string

  /** Third. */
  c: string

  d: string
  'new'(): void
}
`)
  })

  test('packages are imported before files, each in the order of their names', async () => {
    const imports = createImports()
    imports.value('b', './b.js')
    imports.type('Z', '@scope/z')
    imports.value('a', './a.js')
    imports.standard('create', 'create')
    imports.type('Made', 'create')
    imports.type('A', './a.js')
    const { text } = await printModule(
      { path: 'src/a.ts', imports: imports.structures(), statements: [] },
      '// Header.\n',
    )
    expect(text).toBe(`// Header.

import type { Z } from '@scope/z'
import create, { type Made } from 'create'
import { type A, a } from './a.js'
import { b } from './b.js'
`)
  })
})

describe('comments', () => {
  const words = 'word '.repeat(30).trim()

  test('break at existing spaces', async () => {
    const text = await textOf(
      exportedType({
        name: 'A',
        docs: [`${words}\n\n- ${words}`],
        type: `{\n/** ${words} */\na: string }`,
      }),
    )
    expect(text).toBe(`/**
 * ${'word '.repeat(19).trim()}
 * ${'word '.repeat(11).trim()}
 *
 * - ${'word '.repeat(19).trim()}
 *   ${'word '.repeat(11).trim()}
 */
export type A = {
  /**
   * ${'word '.repeat(19).trim()}
   * ${'word '.repeat(11).trim()}
   */
  a: string
}
`)
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
  })

  test('stay unchanged if they fit, and similar text is ignored', async () => {
    const fits = `/** ${'x'.repeat(93)} */`
    const string = `'/** ${words} */'`
    expect(await textOf(`${fits}\nconst a =\n  ${string}`)).toBe(
      `${fits}\nconst a =\n  ${string}\n`,
    )
    const template = `\`\n/**\n * ${words}\n */\``
    expect(await textOf(`const a = ${template}`)).toBe(`const a = ${template}\n`)
  })
})

test('a syntax error is reported with its line', async () => {
  const { faults } = await printModule(
    moduleOf(constant({ name: 'a', value: '1' }), constant({ name: 'b', value: "'" })),
    '// Header.\n',
  )
  expect(faults).toMatchObject([{ message: expect.any(String), line: 6 }])
})

describe('a module that is laid out in pieces', () => {
  const long = `'${'x'.repeat(150)}'`
  const statements = Array.from({ length: 2000 }, (_, at): Statement[] => [
    exportedType({ name: `T${at}`, type: `{a:${long};b:number}[]`, docs: [`The ${at}th.`] }),
    `const c${at} = [1,2,3]`,
    exportFrom('./c.js', [`d${at}`], true),
    exportFrom('./c.js', [`e${at}`]),
  ]).flat()

  test('has the same bytes as its statements, forty at a time', async () => {
    const text = await textOf(...statements)
    const few = Array.from({ length: Math.ceil(statements.length / 40) }, (_, at) =>
      statements.slice(at * 40, at * 40 + 40),
    )
    const alone = await Promise.all(few.map((each) => textOf(...each)))
    const expected = alone.map((each) => `\n${each}`).join('')
    expect(text.length).toBeGreaterThan(400_000)
    expect(text === expected.slice(1)).toBe(true)
  })

  test('says in which line of the whole a fault is', async () => {
    const broken = [...statements.slice(0, 7000), "const broken = '", ...statements.slice(7000)]
    const { faults } = await printModule(moduleOf(...broken), '// Header.\n')
    // The header with an empty line, eight lines for four statements, and an empty line.
    expect(faults).toMatchObject([{ line: 2 + 1750 * 8 + 2 }])
  })
})

test('a text that ends with a backslash does not turn what follows into a comment', async () => {
  const strange = { name: stringLiteral('\\'), type: stringLiteral('*/ x /*') }
  const properties = [property(strange), property({ name: 'b', type: 'string' })]
  expect(await textOf(exportedInterface({ name: 'A', properties }))).toBe(
    "export interface A {\n  '\\u005c': '*/ x /*'\n  b: string\n}\n",
  )
})

test('code in Markdown is laid out too, and nothing around it', async () => {
  const text = '#  Title\n\n```ts\nawait f( {a:1} );\n```\n\n```sh\nx  y\n```\n'
  expect(await printMarkdown({ path: 'README.md', text })).toEqual({
    path: 'README.md',
    text: '#  Title\n\n```ts\nawait f({ a: 1 })\n```\n\n```sh\nx  y\n```\n',
    faults: [],
  })
  const { faults } = await printMarkdown({ path: 'a.md', text: '```ts\nf(\n```\n' })
  expect(faults).toHaveLength(1)
})

test('what a module exports is read from its structures', () => {
  const type = { name: 'T', type: 'string' }
  const statements = [
    constant({ name: 'hidden', value: '1' }),
    exportedConstant({ name: 'shown', value: '2' }),
    exportedFunction({ name: 'made', overloads: [{ returnType: 'string' }] }),
    exportedType(type),
    { ...exportedType({ ...type, name: 'Hidden' }), isExported: false },
    exportedInterface({ name: 'I' }),
    exportFrom('./b.js', ['elsewhere']),
    'const text = 3',
  ]
  expect(exportedNames({ statements })).toEqual({ types: ['T', 'I'], values: ['shown', 'made'] })
})
