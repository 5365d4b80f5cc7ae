import fc from 'fast-check'
import {
  printStructure,
  Scope,
  StructureKind,
  type Structures,
  TypeParameterVariance,
} from 'ts-morph'
import { expect, test } from 'vitest'
import { layOut } from '../../generator/src/emit/typescript/layout.js'
import { printed } from '../../generator/src/emit/typescript/morph.js'
import { KINDS, type Statement } from '../../generator/src/emit/typescript/structures.js'
import { runs } from './length.js'

// What is bundled of ts-morph prints without a compiler. The complete ts-morph is the judge.

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

/** What emitters of users may declare, and comments behind an item, whose end only a compiler sees. */
const more: Structures[] = [
  { kind: KINDS.interface, name: 'A', callSignatures: [{ returnType: 'void' }] },
  { kind: KINDS.type, name: 'A', type: (writer) => writer.write("'a//b' | `//c`") },
  { kind: KINDS.variable, declarations: [{ name: 'a', initializer: '1 // One.' }, { name: 'b' }] },
  { kind: KINDS.variable, declarations: [{ name: 'a', initializer: "{ at: 'https://a.b/*' }" }] },
  {
    kind: KINDS.function,
    name: 'a',
    isAsync: true,
    parameters: [{ name: 'a', type: 'A /* last */' }, { name: 'b' }],
    statements: [
      { kind: StructureKind.Enum, name: 'B', members: [{ name: 'a-b', value: 1 }, { name: 'ok' }] },
    ],
  },
  {
    kind: StructureKind.Class,
    name: 'A',
    isAbstract: true,
    docs: ['One.'],
    typeParameters: [{ name: 'T', variance: TypeParameterVariance.InOut, constraint: 'B' }],
    extends: 'B<T>',
    implements: ['C', 'D'],
    decorators: [{ name: 'e', arguments: ['{ a: 1 }', "'b'"] }],
    properties: [{ name: "'a-b'", scope: Scope.Private, isStatic: true, initializer: '[1]' }],
    ctors: [{ parameters: [{ name: 'a', isRestParameter: true }], overloads: [{}] }],
    getAccessors: [{ name: 'c', returnType: 'string', statements: "return 'c'" }],
    setAccessors: [{ name: 'c', parameters: [{ name: 'd' }] }],
    methods: [
      {
        name: 'f',
        isAsync: true,
        isGenerator: true,
        overloads: [{ returnType: 'A' }],
        statements: [(writer) => writer.write('yield').space().quote('g')],
      },
    ],
  },
  {
    kind: StructureKind.Module,
    name: "'a'",
    hasDeclareKeyword: true,
    statements: [
      { kind: StructureKind.Module, name: 'B.C', statements: ['let a: 1', '\u00a0'] },
      { kind: StructureKind.ExportAssignment, expression: 'b' },
    ],
  },
  {
    kind: KINDS.import,
    moduleSpecifier: './a.json',
    namedImports: (writer) => writer.newLine().write('a').newLine(),
    attributes: [{ name: 'type', value: 'json' }],
  },
  {
    kind: KINDS.interface,
    name: 'A',
    getAccessors: [{ name: 'a', returnType: 'string' }],
    constructSignatures: [{ parameters: [{ name: 'a' }], returnType: 'A' }],
    indexSignatures: [{ keyName: 'a', returnType: 'unknown', isReadonly: true }],
  },
  { kind: KINDS.export, namespaceExport: 'a', moduleSpecifier: './a.js' },
  { kind: KINDS.export, moduleSpecifier: './a.js' },
  {
    kind: KINDS.export,
    moduleSpecifier: './a.js',
    namedExports: [
      { name: 'a', leadingTrivia: '// First.\n' },
      { name: 'b', alias: 'c' },
    ],
  },
  {
    kind: KINDS.type,
    name: 'A',
    type: 'B',
    docs: [{ description: 'a', tags: [{ tagName: 'b' }] }],
  },
]

const settings = { indentNumberOfSpaces: 2, useSingleQuote: true }

test('every structure is printed as by the complete ts-morph, and is code', async () => {
  const matches = async (structure: Structures): Promise<void> => {
    const { code, faults } = await layOut('a.ts', printStructure(structure, settings))
    expect(faults).toEqual([])
    expect((await layOut('a.ts', printed(structure))).code).toBe(code)
  }
  for (const structure of more) await matches(structure)
  await fc.assert(fc.asyncProperty(fc.oneof(...structures), matches), runs(200))
}, 120_000)

/** What is printed, or the error. */
function outcome(print: typeof printStructure, structure: Structures): string {
  try {
    return print(structure, settings)
  } catch (error) {
    return error instanceof Error ? `${error.constructor.name}: ${error.message}` : String(error)
  }
}

function expectSame(structure: Structures): void {
  expect(outcome(printed, structure)).toBe(outcome(printStructure, structure))
}

/** Everything that the scanner of the compiler treats in its own way, and that a comma must not follow. */
const token = fc.constantFrom(
  ...['a', '1', 'é', '#', '@', '<', '>', '=>', '$', ':', ',', '(', ')', '{', '}', '/', '*', '\\'],
  ...[' ', '\n', '\r\n', '\t', '\u2028', '\u00a0', '\u200b', '\u0085', '\ufeff'],
  ...['//', '/*', '*/', '// c\n', '/* d */', "'", '"', '`', '${', "'x//y'", '`t`', '`${', '}`'],
)
const text = fc.array(token, { maxLength: 10 }).map((tokens) => tokens.join(''))

test('any text is printed as by the complete ts-morph, whatever comments and quotes are in it', () => {
  const places: ((given: string) => Structures)[] = [
    (given) => ({
      kind: KINDS.variable,
      declarations: [{ name: 'a', initializer: (writer) => writer.write(given) }, { name: 'b' }],
    }),
    (given) => ({
      kind: KINDS.variable,
      declarations: [
        { name: 'a', type: given },
        { name: 'b', trailingTrivia: given },
        { name: 'c', leadingTrivia: given },
      ],
    }),
    (given) => ({
      kind: KINDS.function,
      name: 'f',
      docs: [given],
      parameters: [{ name: 'a', type: given }, { name: 'b' }],
      statements: [given],
    }),
    (given) => ({
      kind: KINDS.interface,
      name: 'A',
      extends: [given, 'B'],
      typeParameters: [{ name: 'T', constraint: given }, 'U'],
      properties: [{ name: 'a', type: given }],
    }),
    (given) => ({
      kind: StructureKind.Enum,
      name: 'E',
      members: [{ name: 'a', initializer: given }],
    }),
  ]
  fc.assert(
    fc.property(fc.constantFrom(...places), text, (structureOf, given) =>
      expectSame(structureOf(given)),
    ),
    runs(3000),
  )
})

/** More or less than a kind takes: members that it ignores, and members that it refuses. */
const forms: readonly object[] = [
  {},
  { name: 'a' },
  { name: 'a', type: 'B', statements: ['x'] },
  { name: "'q'", declarationKind: 'namespace', statements: [], hasDeclareKeyword: true },
  { name: 'a', members: [{ kind: 999 }], declarations: [{ name: 'b', hasExclamationToken: true }] },
  { namespaceImport: 'c', namedImports: ['b', { name: 'd' }], moduleSpecifier: './a' },
  { namespaceExport: 'c', namedExports: ['b'], moduleSpecifier: './a' },
  { expression: 'a', isExportEquals: true, elements: [{ name: 'b', value: '1' }] },
]

const kinds = Object.entries(StructureKind).flatMap(([name, kind]) =>
  typeof kind === 'number' ? [[name, kind] as const] : [],
)

test.each(kinds)(
  '%s, whatever is in it, is printed or refused as by the complete one',
  (_, kind) => {
    // A user without a compiler may pass any of these.
    for (const form of forms) expectSame({ kind, ...form } as Structures)
  },
)

test('imports name what they take as one text', () => {
  const text = printed({
    kind: KINDS.import,
    moduleSpecifier: './a.js',
    defaultImport: 'standard',
    namedImports: [{ name: 'a', isTypeOnly: true }, { name: 'b as c' }, { name: 'd', alias: 'e' }],
  })
  expect(text).toBe("import standard, { type a, b as c, d as e } from './a.js';")
  expect(printed({ kind: KINDS.import, moduleSpecifier: './a.js' })).toBe("import './a.js';")
})
