import { describe, expect, test } from 'vitest'
import type { EmitterModule } from '../../../generator/src/emit/emitter-api/emitter-files.js'
import { shareDeclarations } from '../../../generator/src/emit/lines/share.js'
import { printModule } from '../../../generator/src/emit/typescript/print.js'
import {
  constantText,
  exportedFunction,
  exportedInterface,
  exportedType,
  exportFrom,
  importFrom,
  property,
} from '../../../generator/src/emit/typescript/structures.js'

const record = (name: string, fields: Readonly<Record<string, string>>) =>
  exportedInterface({
    name,
    properties: Object.entries(fields).map(([key, type]) => property({ name: key, type })),
  })
const module = (
  name: string,
  statements: EmitterModule['statements'],
  imports: EmitterModule['imports'] = [],
): EmitterModule => ({ path: `src/${name}.ts`, imports, statements })
const index = (...names: readonly (readonly [string, readonly string[]])[]): EmitterModule =>
  module(
    'index',
    names.map(([from, list]) => exportFrom(`./${from}.js`, list, true)),
  )

/** The texts of all modules, by path. */
async function shared(
  main: readonly EmitterModule[],
  line: readonly EmitterModule[],
  entries: readonly string[] = [],
): Promise<Readonly<Record<string, string>>> {
  const made = shareDeclarations(main, [
    { name: 'v2', modules: line, entries: new Set(entries.map((each) => `src/${each}.ts`)) },
  ])
  const texts = await Promise.all([...made.main, ...made.lines].map((each) => printModule(each)))
  expect(texts.flatMap(({ faults }) => faults)).toEqual([])
  return Object.fromEntries(texts.map(({ path, text }) => [path, text.trim()]))
}

describe('types', () => {
  const own = [
    record('Step', { id: 'string' }),
    record('Route', { steps: 'Step[]' }),
    record('Fee', { amount: 'string' }),
  ]

  test('that are equal are declared once, and a module without others is no file', async () => {
    const list = index(['types', ['Fee', 'Route', 'Step']])
    const files = await shared([module('types', own), list], [module('types', own), list])
    expect(Object.keys(files)).toEqual(['src/types.ts', 'src/index.ts', 'src/v2/index.ts'])
    expect(files['src/v2/index.ts']).toBe("export type { Fee, Route, Step } from '../types.js'")
  })

  test('that refer to a different one are different, those that it refers to are not', async () => {
    const line = [record('Step', { id: 'number' }), ...own.slice(1)]
    const list = index(['types', ['Fee', 'Route', 'Step']])
    const files = await shared([module('types', own), list], [module('types', line), list])
    expect(files['src/v2/types.ts']).toBe(
      'export interface Step {\n  id: number\n}\n\nexport interface Route {\n  steps: Step[]\n}',
    )
    expect(files['src/v2/index.ts']).toBe(
      "export type { Fee } from '../types.js'\nexport type { Route, Step } from './types.js'",
    )
    const other = [own[0] ?? '', record('Route', { steps: 'Step' }), own[2] ?? '']
    const second = await shared([module('types', own)], [module('types', other)])
    expect(second['src/v2/types.ts']).toBe(
      "import type { Step } from '../types.js'\n\nexport interface Route {\n  steps: Step\n}",
    )
  })

  test('in a circle are equal until one of them is not', async () => {
    const circle = (id: string) => [
      record('A', { b: 'B' }),
      record('B', { c: 'C' }),
      record('C', { a: 'A', id }),
      record('D', { d: 'string' }),
    ]
    const same = await shared(
      [module('types', circle('string'))],
      [module('types', circle('string'))],
    )
    expect(Object.keys(same)).toEqual(['src/types.ts'])
    const differs = await shared(
      [module('types', circle('string'))],
      [module('types', circle('number'))],
    )
    expect(differs['src/v2/types.ts']?.match(/interface \w/g)).toEqual([
      'interface A',
      'interface B',
      'interface C',
    ])
  })

  test('with another comment are different', async () => {
    const commented = { ...record('Step', { id: 'string' }), docs: ['Of v2.'] }
    const files = await shared(
      [module('types', own)],
      [module('types', [commented, ...own.slice(1)])],
    )
    expect(files['src/v2/types.ts']).toContain('Of v2.')
    expect(files['src/v2/types.ts']).toContain('interface Route')
  })

  test('that another module refers to are the right ones', async () => {
    const inputs = module(
      'inputs',
      [record('Find', { like: 'Step' }), record('Pay', { with: 'Fee' })],
      [
        importFrom({
          moduleSpecifier: './types.js',
          namedImports: ['Fee', 'Step'],
          isTypeOnly: true,
        }),
      ],
    )
    const line = [record('Step', { id: 'number' }), ...own.slice(1)]
    const files = await shared([module('types', own), inputs], [module('types', line), inputs])
    expect(files['src/v2/inputs.ts']).toBe(
      "import type { Step } from './types.js'\n\nexport interface Find {\n  like: Step\n}",
    )
  })

  test('whose name stands for something else in the line are different', async () => {
    const uses = (from: string) =>
      module(
        'inputs',
        [record('Find', { like: 'Step' })],
        [importFrom({ moduleSpecifier: from, namedImports: ['Step'], isTypeOnly: true })],
      )
    const there = module('other', [record('Step', { id: 'string' })])
    const main = [module('types', own), there, uses('./types.js')]
    const files = await shared(main, [module('types', own), there, uses('./other.js')])
    expect(files['src/v2/inputs.ts']).toContain("from '../other.js'")
    const outside = await shared([uses('one')], [uses('two')])
    expect(outside['src/v2/inputs.ts']).toContain("from 'two'")
  })
})

describe('an entry', () => {
  const check = (name: string, value: string): string =>
    constantText({ name: `check${name}`, value })
  const validator = (name: string): string =>
    constantText({ name: `${name}Validator`, value: `validator(check${name})`, isExported: true })
  const validate = (route: string): EmitterModule =>
    module(
      'validate',
      [
        check('Step', 'text()'),
        check('Route', route),
        check('Fee', 'number()'),
        validator('Step'),
        validator('Route'),
        validator('Fee'),
      ],
      [
        importFrom({
          moduleSpecifier: 'checks',
          namedImports: ['list', 'number', 'text', 'validator'],
        }),
      ],
    )

  test('of a line has all of its names, and what is equal only once', async () => {
    const files = await shared(
      [validate('list(checkStep)')],
      [validate('list(checkStep, 2)')],
      ['validate'],
    )
    expect(files['src/v2/validate.ts']).toBe(`import { list, validator } from 'checks'
import { checkStep } from '../shared/validate.js'

export { FeeValidator, StepValidator } from '../validate.js'

const checkRoute = list(checkStep, 2)

export const RouteValidator = validator(checkRoute)`)
  })

  test('of the package exports no more than before, although lines need its inner declarations', async () => {
    const files = await shared(
      [validate('list(checkStep)')],
      [validate('list(checkStep, 2)')],
      ['validate'],
    )
    expect(files['src/validate.ts']).toBe(
      "export { FeeValidator, RouteValidator, StepValidator } from './shared/validate.js'",
    )
    expect(files['src/shared/validate.ts']).toContain('export const checkStep = text()')
    expect(files['src/shared/validate.ts']).toContain('\n\nconst checkFee = number()')
  })

  test('stays as it is if no line needs anything inside', async () => {
    const whole = validate('list(checkStep)')
    const files = await shared([whole], [whole], ['validate'])
    expect(Object.keys(files)).toEqual(['src/validate.ts', 'src/v2/validate.ts'])
    expect(files['src/v2/validate.ts']).toBe(
      "export { FeeValidator, RouteValidator, StepValidator } from '../validate.js'",
    )
  })

  test('whose statements cannot be told apart is shared as a whole, or not at all', async () => {
    const bulk = (text: string) =>
      module('schema', [
        `export interface paths { a: ${text} }\nexport interface more { b: string }`,
      ])
    const same = await shared([bulk('string')], [bulk('string')], ['schema'])
    expect(same['src/v2/schema.ts']).toBe("export * from '../schema.js'")
    const differs = await shared([bulk('string')], [bulk('number')], ['schema'])
    expect(differs['src/v2/schema.ts']).toContain('a: number')
    expect(differs['src/v2/schema.ts']).toContain('interface more')
  })

  test('that exports from its neighbours finds all of their names there', async () => {
    const all = module('all', ["export * from './types.js'", exportFrom('./types.js', ['A'], true)])
    const types = (id: string) =>
      module('types', [record('A', { id }), record('B', { id: 'string' })])
    const files = await shared([types('string'), all], [types('number'), all], ['all'])
    expect(files['src/v2/types.ts']).toContain("export type { B } from '../types.js'")
    expect(files['src/v2/all.ts']).toContain("export * from './types.js'")
  })
})

test('a type that is written as text is a declaration like others', async () => {
  const format = '/** Of this version. */\nexport type Format = Check<1>'
  const methods = (value: string) =>
    module('methods', [
      constantText({ name: 'methods', value, isExported: true }),
      constantText({ name: 'rules', value: '[]', isExported: true }),
      format,
    ])
  const files = await shared([methods('1')], [methods('2')])
  expect(files['src/v2/methods.ts']).toBe('export const methods = 2')
})

test('functions and constants are imported as values, renamed ones under their names', async () => {
  const helper = exportedFunction({ name: 'help', statements: ['return 1'] })
  const types = module('tools', [helper, exportedType({ name: 'Tool', type: 'string' })])
  const uses = (value: string) =>
    module(
      'client',
      [
        constantText({
          name: 'made',
          type: 'Own',
          value: `run(help(), ${value})`,
          isExported: true,
        }),
      ],
      [
        importFrom({ moduleSpecifier: './tools.js', namedImports: ['help', 'type Tool as Own'] }),
        importFrom({ moduleSpecifier: 'runner', defaultImport: 'run' }),
      ],
    )
  const files = await shared([types, uses('1')], [types, uses('2')])
  expect(files['src/v2/client.ts']).toBe(`import run from 'runner'
import { help, type Tool as Own } from '../tools.js'

export const made: Own = run(help(), 2)`)
})
