import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainText } from '../../generator/src/emit/typescript/plain-text.js'
import { printModule } from '../../generator/src/emit/typescript/print.js'
import { KINDS, type Statement } from '../../generator/src/emit/typescript/structures.js'
import { runs } from './length.js'

// ts-morph is the judge: what is printed without it has to be laid out to the same bytes.

type Structure = Exclude<Statement, string>

const name = fc.constantFrom('a', 'b1', 'longerName', '$dollar', 'Ünïcode')
const type = fc.constantFrom(
  'string',
  'readonly string[]',
  "'a' | 'b' | (string & {})",
  '{ a: string }',
  '{\n/** One. */\na?: string\n\nb: number\n}',
  'Record<string, `x-a`>',
  '(value: string) => void',
)
const docs = fc.option(
  fc.constantFrom('One line.', 'Two\nlines.', 'Apart.\n\n@deprecated', 'A `*` and {@link Thing}.'),
)
const docsOf = docs.map((text) => (text === null ? {} : { docs: [text] }))
const flags = fc.record(
  { hasQuestionToken: fc.boolean(), isReadonly: fc.boolean() },
  { requiredKeys: [] },
)
const property = fc
  .tuple(fc.record({ name, type }), docsOf, flags)
  .map((parts) => Object.assign({}, ...parts))
const parameters = fc.constantFrom(
  [],
  [{ name: 'a', type: 'string' }],
  [
    { name: 'a', type: '{ b: string }' },
    { name: 'b', type: "'x' | 'y'", hasQuestionToken: true },
  ],
  [{ name: '{ a, b }', type: 'Options', initializer: '{}' }],
)
const typeParameter = fc.oneof(
  fc.constantFrom('T', 'U extends string'),
  fc.record({ name: fc.constant('Item') }),
  fc.record({ name: fc.constant('Made'), constraint: type, default: type }),
)
const signature = fc.record({
  parameters,
  typeParameters: fc.array(typeParameter, { maxLength: 2 }),
  returnType: type,
})
const method = fc
  .tuple(fc.record({ name }), docsOf, signature)
  .map((parts) => Object.assign({}, ...parts))
const exported = fc.record({ isExported: fc.boolean() })

const made = <Kind>(kind: Kind, ...parts: fc.Arbitrary<object>[]): fc.Arbitrary<Structure> =>
  fc.tuple(...parts).map((each) => Object.assign({ kind }, ...each))

const members = {
  properties: fc.array(property, { maxLength: 4 }),
  methods: fc.array(method, { maxLength: 2 }),
  typeParameters: fc.array(typeParameter, { maxLength: 2 }),
  extends: fc.array(fc.constantFrom('A', 'B<string>'), { maxLength: 2 }),
}
const statement = fc.constantFrom(
  'const a = 1',
  'if (a) {\n  b()\n}',
  'return { a }',
  '// Why.\nc()',
)
const value = fc.constantFrom('1', '[1, 2]', '{ a: `b\n c` }', '/*@__PURE__*/ make({\na: 1 })')
const names = fc.array(fc.tuple(name, fc.boolean()), { minLength: 1, maxLength: 3 })

const structures: fc.Arbitrary<Structure>[] = [
  made(KINDS.interface, fc.record({ name }), docsOf, exported, fc.record(members)),
  made(KINDS.type, fc.record({ name, type }), docsOf, exported),
  made(
    KINDS.variable,
    fc.record({
      declarationKind: fc.constant('const'),
      declarations: fc.record({ name, type, initializer: value }).map((each) => [each]),
    }),
    docsOf,
    exported,
  ),
  made(
    KINDS.function,
    fc.record({ name, statements: fc.array(statement, { minLength: 1, maxLength: 3 }) }),
    fc.record({ overloads: fc.array(signature, { maxLength: 2 }) }),
    docsOf,
    exported,
    signature,
  ),
  made(
    KINDS.export,
    fc.record({
      moduleSpecifier: fc.constant('./a.js'),
      isTypeOnly: fc.boolean(),
      namedExports: names.map((each) => each.map(([own]) => own)),
    }),
  ),
]

async function laidOut(structure: Structure): Promise<string> {
  const module = { path: 'a.ts', imports: [], statements: [structure] }
  const { text, faults } = await printModule(module)
  expect(faults).toEqual([])
  return text
}

test('plain structures are printed as ts-morph prints them', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(...structures), async (structure) => {
      // Nothing, but only ts-morph knows it.
      const judged = { ...structure, leadingTrivia: '' }
      expect(plainText(structure)).toBeDefined()
      expect(plainText(judged)).toBeUndefined()
      expect(await laidOut(structure)).toBe(await laidOut(judged))
    }),
    runs(200),
  )
})

test('imports too', () => {
  const text = plainText({
    kind: KINDS.import,
    moduleSpecifier: './a.js',
    defaultImport: 'standard',
    namedImports: [{ name: 'a', isTypeOnly: true }, { name: 'b as c' }, { name: 'd', alias: 'e' }],
  })
  expect(text).toBe("import standard, { type a, b as c, d as e } from './a.js';")
})

test.each<[string, Structure]>([
  ['a member with decorations', { kind: KINDS.interface, name: 'A', callSignatures: [{}] }],
  ['a name by a function', { kind: KINDS.type, name: 'A', type: () => {} }],
  ['two constants', { kind: KINDS.variable, declarations: [{ name: 'a' }, { name: 'b' }] }],
  ['an async function', { kind: KINDS.function, name: 'a', isAsync: true, statements: [] }],
  ['another namespace', { kind: KINDS.export, namespaceExport: 'a', moduleSpecifier: './a.js' }],
  ['a comment of parts', { kind: KINDS.type, name: 'A', type: 'B', docs: [{ description: 'a' }] }],
  [
    'a property with a value',
    { kind: KINDS.interface, name: 'A', properties: [{ name: 'a', initializer: '1' }] },
  ],
])('%s is left to ts-morph', (_, structure) => {
  expect(plainText(structure)).toBeUndefined()
})
