import { expect, test } from 'vitest'
import { brief, changesBetween, document, service } from './compare.fixture.js'

/** Changes of documents whose T is sent and received. */
async function briefs(before: string, after: string): Promise<string[]> {
  const changes = await changesBetween(document('both', before), document('both', after))
  return changes.map(brief)
}

const record = (name: string, properties: string): string =>
  `${name}: { type: object, properties: { ${properties} } }`
const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`
const S = '{ type: string }'

test('a shared type is reported once, at its own place', async () => {
  const users = record(
    'T',
    `x: ${ref('U')}, y: ${ref('U')}, z: { type: array, items: ${ref('U')} }`,
  )
  const before = `${users}, ${record('U', `a: ${S}, b: ${S}`)}`
  const after = `${users}, ${record('U', `a: ${S}`)}`
  expect(await briefs(before, after)).toEqual(['breaking field-removed U.b'])
})

test('inherited members are reported where they are declared', async () => {
  const subtypes = (base: string): string =>
    `T: { allOf: [${ref('Base')}, { type: object, properties: { t: ${S} } }] }, Other: { allOf: [${ref('Base')}, { type: object, properties: { o: ${S} } }] }, ${base}`
  const before = subtypes(record('Base', `a: ${S}`))
  const after = subtypes(record('Base', `a: ${S}, b: ${S}`))
  expect(await briefs(before, after)).toEqual(['additive field-added Base.b &T.b &Other.b'])
})

test('a changed limit is not reported together with another type elsewhere', async () => {
  const types = (limit: string, used: string): string =>
    `T: { type: object, properties: { a: { type: string${limit} }, b: { type: array, items: ${ref(used)} } } }, ${record('C', `a: ${S}`)}`
  const [limited, free] = [types(', maxLength: 3', 'T'), types('', 'C')]
  const bounds = async (before: string, after: string): Promise<string[]> =>
    (await briefs(before, after)).filter((each) => each.includes('bound-'))
  expect(await bounds(limited, free)).toEqual([
    'breaking bound-loosened T.a',
    'breaking bound-loosened T.b[].a',
  ])
  expect(await bounds(free, limited)).toEqual([
    'breaking bound-tightened T.a',
    'breaking bound-tightened T.b[].a',
  ])
})

test('types are added and removed with what uses them', async () => {
  const one = record('T', `a: ${S}`)
  const two = `${record('T', `a: ${S}, b: ${ref('U')}`)}, ${record('U', `c: ${ref('V')}`)}, ${record('V', `d: ${S}`)}`
  expect(await briefs(one, two)).toEqual(['additive field-added T.b +U +V'])
  expect(await briefs(two, one)).toEqual(['breaking field-removed T.b +U +V'])
})

test('an unused type is reported on its own, with those that only it uses', async () => {
  const one = record('T', `a: ${S}`)
  const two = `${one}, ${record('U', `c: ${ref('V')}`)}, ${record('V', `d: ${S}, up: ${ref('U')}`)}`
  expect(await briefs(one, two)).toEqual(['additive type-added U +V'])
  expect(await briefs(two, one)).toEqual(['breaking type-removed U +V'])
})

test('a removed export is breaking although the JSON is the same', async () => {
  const named = `${record('T', `a: ${ref('U')}`)}, ${record('U', `b: ${S}`)}`
  const inline = record('T', `a: { type: object, properties: { b: ${S} } }`)
  expect(await briefs(named, inline)).toEqual(['breaking type-removed U'])
  expect(await briefs(inline, named)).toEqual(['additive type-added U'])
})

test('a renamed type is one change, and its members are compared', async () => {
  const before = `${record('T', `a: ${ref('Old')}`)}, ${record('Old', `b: ${S}, c: ${S}, me: ${ref('Old')}`)}`
  const after = before.replaceAll('Old', 'New')
  expect(await briefs(before, after)).toEqual(['breaking type-renamed New'])
  expect(await briefs(before, after.replace(`c: ${S},`, `c: ${S}, d: ${S},`))).toEqual([
    'breaking type-renamed New',
    'additive field-added New.d',
  ])
})

test('types that have nothing in common are not one renamed type', async () => {
  const before = `${record('T', `a: ${ref('Old')}`)}, ${record('Old', `b: ${S}`)}`
  const after = `${record('T', `a: ${ref('New')}`)}, ${record('New', `x: ${S}`)}`
  expect(await briefs(before, after)).toEqual(['breaking type-replaced T.a +Old +New'])
})

test('another named type is as bad as what is different about it', async () => {
  const types = (used: string): string =>
    [
      record('T', `a: ${ref(used)}, b: ${ref('Small')}, c: ${ref('Large')}, d: ${ref('Same')}`),
      record('Small', `x: ${S}`),
      record('Same', `x: ${S}`),
      record('Large', `x: ${S}, y: ${S}`),
    ].join(', ')
  expect(await briefs(types('Small'), types('Large'))).toEqual(['additive type-replaced T.a'])
  expect(await briefs(types('Large'), types('Small'))).toEqual(['breaking type-replaced T.a'])
  expect(await briefs(types('Small'), types('Same'))).toEqual([])
})

test('names that end in a renamed operation follow it', async () => {
  const path = (id: string): string =>
    `  /find: { get: { operationId: ${id}, responses: { '200': { description: Ok., content: { application/json: { schema: { type: object, properties: { a: ${S} } } } } } } } }`
  const changes = await changesBetween(service(path('find')), service(path('seek')))
  expect(changes.map(brief)).toEqual(['breaking operation-renamed seek'])
})

test('cycles of types terminate, even if all of their names differ', async () => {
  const circle = (a: string, b: string, more = ''): string =>
    `${record('T', `a: ${ref(a)}`)}, ${record(a, `b: ${ref(b)}`)}, ${record(b, `a: ${ref(a)}, t: ${ref('T')}${more}`)}`
  expect(await briefs(circle('A', 'B'), circle('A', 'B'))).toEqual([])
  expect(await briefs(circle('A', 'B'), circle('C', 'D'))).toEqual([
    'breaking type-renamed C',
    'breaking type-renamed D',
  ])
  const both = (used: string): string =>
    `${record('T', `x: ${ref(used)}`)}, ${record('A', `next: ${ref('A')}`)}, ${record('B', `next: ${ref('B')}`)}, ${record('C', `next: ${ref('C')}, more: ${S}`)}`
  expect(await briefs(both('A'), both('B'))).toEqual([])
  expect(await briefs(both('A'), both('C'))).toEqual(['additive type-replaced T.x'])
})

test('readOnly and writeOnly determine the direction of a field', async () => {
  const field = (words: string, required = ''): string =>
    `T: { type: object, required: [${required}], properties: { a: { type: string${words} }, b: ${S} } }`
  const none = field('')
  const read = field(', readOnly: true')
  expect(await briefs(none, read)).toEqual(['breaking direction-lost T.a'])
  expect(await briefs(read, none)).toEqual([
    'additive direction-gained T.a',
    'breaking type-removed TInput',
  ])
  expect(await briefs(field(', readOnly: true', 'a'), field('', 'a'))).toEqual([
    'breaking required-field-added T.a',
    'breaking type-removed TInput',
  ])
  // It is never sent, so only readers matter.
  expect(await briefs(read, field(', readOnly: true', 'a'))).toEqual([
    'additive field-required T.a',
  ])
})

test('a field that is only sent leaves the type of responses, which callers may name', async () => {
  const sent = (words: string): string =>
    document(
      'sent',
      `T: { type: object, required: [a], properties: { a: { type: string${words} }, b: ${S} } }`,
    )
  const brieflyBetween = async (before: string, after: string): Promise<string[]> =>
    (await changesBetween(sent(before), sent(after))).map(brief)
  expect(await brieflyBetween('', ', writeOnly: true')).toEqual(['breaking direction-lost T.a'])
  expect(await brieflyBetween(', writeOnly: true', '')).toEqual([
    'additive direction-gained T.a',
    'breaking type-removed TInput',
  ])
})

test('every change has its place: removals in the old document, all others in the new one', async () => {
  const before = document('both', record('T', `a: ${S}, b: ${S}`)).replace(
    'schemas: {',
    'schemas: {\n    ',
  )
  const after = document('both', record('T', `b: ${S}, c: ${S}`)).replace(
    'schemas: {',
    'schemas: {\n    ',
  )
  const found = await changesBetween(before, after)
  expect(found.map(({ kind, file, line }) => [kind, file, line])).toEqual([
    ['field-added', 'new.yaml', 15],
    ['field-removed', 'old.yaml', 15],
  ])
  expect(found.map(({ pointer }) => pointer)).toEqual([
    '/components/schemas/T/properties/c',
    '/components/schemas/T/properties/a',
  ])
})
