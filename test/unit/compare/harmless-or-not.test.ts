import { describe, expect, test } from 'vitest'
import { changesBetween, document, methods, service } from './compare.fixture.js'

/**
 * One table to read: edits that were once called harmless and were not, edits that were false alarms, and one edit of
 * each kind that random edits make. The other tests of this folder look at each more closely.
 */

type Class = 'breaking' | 'additive' | 'docs' | 'nothing'
type Row = readonly [edit: string, before: string, after: string, expected: Class]

const CLASSES = ['breaking', 'additive', 'docs'] as const

async function worst(before: string, after: string): Promise<Class> {
  const changes = await changesBetween(before, after)
  return CLASSES.find((name) => changes.some((each) => each.class === name)) ?? 'nothing'
}

const holding = (schema: string): string =>
  `T: { type: object, required: [a], properties: { a: ${schema} } }`
const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`
const BASE = 'Base: { type: object, properties: { n: { type: string, maxLength: 9 } } }'
const WIDER_BASE = BASE.replace('9', '10')
const LARGER_BASE = BASE.replace('n:', 'more: { type: integer }, n:')
const derived = (own: string, base = BASE): string =>
  `T: { allOf: [${ref('Base')}, ${own}] }, ${base}`
const NARROW = '{ properties: { n: { maxLength: 3 } } }'
const key = (name: string, payload: string): string =>
  `{ type: object, required: [${name}], properties: { ${name}: ${payload} } }`
const GO = key('go', '{ type: integer }')
const STAY = key('stay', '{ type: integer }')
const kinds = (...members: string[]): string => holding(`{ oneOf: [${members.join(', ')}] }`)
const MAYBE = (name: string): string => key(name, "{ type: [integer, 'null'] }")
const NAMELESS = (name: string): string =>
  key(name, '{ type: integer }').replace(
    'type: object',
    'type: object, additionalProperties: false',
  )
const BESIDE = (schema: string): string =>
  schema.replace('{ oneOf', '{ type: object, required: [stay], oneOf')
const unit = (...names: string[]): string => `{ type: string, enum: [${names.join(', ')}] }`
const several = (...members: string[]): string => kinds(...members).replace('oneOf', 'anyOf')
const X =
  '{ type: object, required: [x], properties: { x: { type: string }, y: { type: integer } } }'
const nested = (limit: number): string =>
  holding(
    `{ oneOf: [{ type: integer }, { anyOf: [{ type: boolean }, { type: string, maxLength: ${limit} }] }] }`,
  )
const pets = (mapping: string): string =>
  `T: { oneOf: [${ref('Cat')}, ${ref('Dog')}], discriminator: { propertyName: kind, mapping: { ${mapping} } } }, ${['Cat', 'Dog'].map((name) => `${name}: { type: object, required: [kind], properties: { kind: { type: string } } }`).join(', ')}`
const CAT = "cat: '#/components/schemas/Cat'"
const DOG = "dog: '#/components/schemas/Dog'"

const orNull = (word: string, schema: string): string =>
  `${holding(`{ ${word}: [${ref('S')}, { type: 'null' }] }`)}, S: ${schema}`
const MAYBE_TEXT = "{ type: [string, 'null'] }"
const patterns = (...types: string[]): string =>
  `T: { type: object, patternProperties: { ${types.join(', ')} } }`
const B_AND_C = ["'^b-': { type: integer }", "'^c-': { type: string }"]
const AB = 'type: object, properties: { a: { type: integer }, b: { type: integer } }'
const dependent = (limit: number): string =>
  `T: { ${AB}, dependentSchemas: { a: { properties: { b: { maximum: ${limit} } } } } }`
const otherwise = (limit: number): string =>
  `T: { ${AB}, if: { required: [a] }, else: { properties: { b: { maximum: ${limit} } } } }`
const named = (...names: string[]): string =>
  `T: { type: object, additionalProperties: { type: integer }, propertyNames: { enum: [${names.join(', ')}] } }`

const SENT: readonly Row[] = [
  [
    'a type refuses null, but is only used beside null',
    orNull('anyOf', MAYBE_TEXT),
    orNull('anyOf', '{ type: string }'),
    'additive',
  ],
  [
    'a type refuses null, and is used without it, too',
    orNull('anyOf', MAYBE_TEXT).replace('{ a:', `{ b: ${ref('S')}, a:`),
    orNull('anyOf', '{ type: string }').replace('{ a:', `{ b: ${ref('S')}, a:`),
    'breaking',
  ],
  [
    'null that a type and its union allow',
    orNull('oneOf', '{ type: string }'),
    orNull('oneOf', MAYBE_TEXT),
    'breaking',
  ],
  ['what a key asks of the others is more', dependent(9), dependent(5), 'breaking'],
  ['what a key asks of the others is less', dependent(5), dependent(9), 'additive'],
  ['what holds otherwise is more', otherwise(9), otherwise(5), 'breaking'],
  ['fewer names are allowed', named('a', 'b', 'c'), named('a', 'b'), 'breaking'],
  ['more names are allowed', named('a', 'b'), named('a', 'b', 'c'), 'additive'],
  [
    'keys of other patterns, and a new field',
    patterns(...B_AND_C).replace('patternP', 'properties: { m: {} }, patternP'),
    patterns(...B_AND_C).replace(
      'patternP',
      'properties: { m: {}, n: { type: integer } }, patternP',
    ),
    'additive',
  ],
  [
    'every multiple of 0.5',
    holding('{ type: number }'),
    holding('{ type: number, multipleOf: 0.5 }'),
    'breaking',
  ],
  [
    'string → oneOf of a shorter one',
    holding('{ type: string }'),
    holding('{ oneOf: [{ type: string, maxLength: 3 }] }'),
    'breaking',
  ],
  [
    'integer → a smaller one, or null',
    holding('{ type: integer }'),
    holding("{ anyOf: [{ type: integer, maximum: 3 }, { type: 'null' }] }"),
    'breaking',
  ],
  [
    'integer → the same, or null',
    holding('{ type: integer }'),
    holding("{ anyOf: [{ type: integer }, { type: 'null' }] }"),
    'additive',
  ],
  [
    'maxLength 9 → 3, or null',
    holding('{ type: string, maxLength: 9 }'),
    holding("{ anyOf: [{ type: string, maxLength: 3 }, { type: 'null' }] }"),
    'breaking',
  ],
  [
    'maxLength 3 → 9, or null',
    holding('{ type: string, maxLength: 3 }'),
    holding("{ anyOf: [{ type: string, maxLength: 9 }, { type: 'null' }] }"),
    'additive',
  ],
  ['a derived type narrows what it inherits', derived('{}'), derived(NARROW), 'breaking'],
  ['a derived type no longer narrows what it inherits', derived(NARROW), derived('{}'), 'nothing'],
  ['a base behind allOf allows more', derived('{}'), derived('{}', WIDER_BASE), 'additive'],
  ['a base behind allOf has a field more', derived('{}'), derived('{}', LARGER_BASE), 'additive'],
  ['a union in a union is narrower', nested(9), nested(3), 'breaking'],
  ['a union in a union is wider', nested(3), nested(9), 'additive'],
  [
    'additionalProperties of a smaller type',
    'T: { type: object, additionalProperties: { type: number } }',
    'T: { type: object, additionalProperties: { type: integer } }',
    'breaking',
  ],
  [
    'additionalProperties: false',
    `T: ${X}`,
    `T: ${X.replace('required', 'additionalProperties: false, required')}`,
    'additive',
  ],
  [
    'a value of an enumeration is gone',
    holding('{ type: string, enum: [a, b] }'),
    holding('{ type: string, enum: [a] }'),
    'breaking',
  ],
  [
    'another default',
    'T: { type: object, properties: { a: { type: integer, default: 1 } } }',
    'T: { type: object, properties: { a: { type: integer, default: 2 } } }',
    'breaking',
  ],
  [
    'a required field is readOnly',
    holding('{ type: string }'),
    holding('{ type: string, readOnly: true }'),
    'breaking',
  ],
  [
    'null is refused',
    holding("{ type: [string, 'null'] }"),
    holding('{ type: string }'),
    'breaking',
  ],
  [
    'null that two members accept',
    holding("{ anyOf: [{ type: [string, 'null'] }, { type: 'null' }] }"),
    holding("{ oneOf: [{ type: [string, 'null'] }, { type: 'null' }] }"),
    'breaking',
  ],
  [
    'another tag in a mapping',
    pets(`${CAT}, ${DOG}`),
    pets(`${CAT}, ${DOG.replace('dog', 'hound')}`),
    'breaking',
  ],
  [
    'a one-key union loses a member',
    kinds(GO, STAY, key('turn', '{ type: integer }')),
    kinds(GO, STAY),
    'breaking',
  ],
  [
    'a one-key union gains a member',
    kinds(GO, STAY),
    kinds(GO, STAY, key('turn', '{ type: integer }')),
    'additive',
  ],
  ['of several kinds only one may be sent', several(GO, STAY), kinds(GO, STAY), 'breaking'],
  ['several kinds may be sent together', kinds(GO, STAY), several(GO, STAY), 'nothing'],
  [
    'one more of several kinds',
    several(GO, STAY),
    several(GO, STAY, key('turn', '{ type: integer }')),
    'additive',
  ],
  [
    'one of several kinds is narrower',
    several(GO, STAY),
    several(GO, STAY.replace('integer', 'integer, maximum: 3')),
    'breaking',
  ],
  [
    'null is the payload of a kind now: { go: null, stay: 3 } is two kinds',
    kinds(GO, STAY),
    kinds(MAYBE('go'), STAY),
    'breaking',
  ],
  [
    '3.0: null is the payload of a kind now',
    kinds(GO, STAY),
    kinds(key('go', '{ type: integer, nullable: true }'), STAY),
    'breaking',
  ],
  [
    'null is the payload of a kind now, and kinds may come together',
    several(GO, STAY),
    several(MAYBE('go'), STAY),
    'additive',
  ],
  [
    'null is the payload of a kind now, and other kinds have no other keys',
    kinds(GO, NAMELESS('stay')),
    kinds(MAYBE('go'), NAMELESS('stay')),
    'additive',
  ],
  [
    'null is the payload of a kind now, beside what every kind needs',
    BESIDE(kinds(GO, key('turn', '{ type: integer }'))),
    BESIDE(kinds(MAYBE('go'), key('turn', '{ type: integer }'))),
    'breaking',
  ],
  ['null is no payload any more', kinds(MAYBE('go'), STAY), kinds(GO, STAY), 'breaking'],
  [
    'a kind refuses the null of another one',
    kinds(GO, STAY),
    kinds(GO, NAMELESS('stay')),
    'breaking',
  ],
  [
    'a kind of a union in a union refuses the null of another one',
    kinds(GO, `{ oneOf: [${MAYBE('stay')}] }`),
    kinds(GO, `{ oneOf: [${NAMELESS('stay').replace('integer', "[integer, 'null']")}] }`),
    'breaking',
  ],
  [
    'a kind of a union in a union is a union of one, and may be null',
    kinds(GO, `{ oneOf: [${MAYBE('stay')}, ${MAYBE('turn')}] }`),
    kinds(GO, `{ oneOf: [${MAYBE('stay')}, { anyOf: [${MAYBE('turn')}] }] }`),
    'additive',
  ],
  [
    'a limit of a kind is looser, and null says nothing of the other',
    kinds(GO.replace('integer', 'integer, maximum: 3'), STAY),
    kinds(GO, STAY),
    'additive',
  ],
  [
    'a kind of a union in a union may have fewer keys, and null under the key of another one is one of them',
    kinds(GO, `{ oneOf: [${MAYBE('stay')}] }`),
    kinds(
      GO,
      `{ oneOf: [${MAYBE('stay').replace('type: object', 'type: object, maxProperties: 1')}] }`,
    ),
    'breaking',
  ],
  [
    'null is written as a union of one',
    kinds(GO, STAY, "{ type: 'null' }"),
    kinds(GO, STAY, "{ oneOf: [{ type: 'null' }] }"),
    'nothing',
  ],
  [
    'other keys have a type now, and a member beside them said nothing of keys',
    `T: { allOf: [${ref('Base')}, { oneOf: [{ type: integer }, {}] }] }, ${BASE}`,
    `T: { allOf: [${ref('Base')}, { oneOf: [{ type: integer }, {}] }] }, ${BASE.replace('properties', 'additionalProperties: { type: string }, properties')}`,
    'breaking',
  ],
  ['X → oneOf [X]', holding(X), holding(`{ oneOf: [${X}] }`), 'nothing'],
  [
    'unevaluatedProperties: true',
    `T: ${X}`,
    `T: ${X.replace('required', 'unevaluatedProperties: true, required')}`,
    'nothing',
  ],
  [
    '3.0: allOf of a reference and nullable',
    `${holding(`{ nullable: true, allOf: [${ref('Base')}] }`)}, ${BASE}`,
    `${holding(`{ allOf: [${ref('Base')}, { nullable: true }] }`)}, ${BASE}`,
    'nothing',
  ],
]

const RECEIVED: readonly Row[] = [
  [
    'a type allows null, but is only used beside null',
    orNull('anyOf', '{ type: string }'),
    orNull('anyOf', MAYBE_TEXT),
    'additive',
  ],
  [
    'null that a type and its union allow is invalid',
    orNull('oneOf', '{ type: string }'),
    orNull('oneOf', MAYBE_TEXT),
    'additive',
  ],
  ['what a key asks of the others is less', dependent(5), dependent(9), 'breaking'],
  ['what a key asks of the others is more', dependent(9), dependent(5), 'additive'],
  [
    'a pattern is gone whose keys match another',
    patterns("'^foo': { type: integer }", "'^f': { type: integer }"),
    patterns("'^f': { type: integer }"),
    'additive',
  ],
  [
    'a pattern is gone whose keys match no other',
    patterns("'^foo': { type: integer }", "'^f': { type: integer }"),
    patterns("'^foo': { type: integer }"),
    'breaking',
  ],
  [
    'oneOf of a shorter string → string',
    holding('{ oneOf: [{ type: string, maxLength: 3 }] }'),
    holding('{ type: string }'),
    'breaking',
  ],
  ['a derived type no longer narrows what it inherits', derived(NARROW), derived('{}'), 'breaking'],
  ['a derived type narrows what it inherits', derived('{}'), derived(NARROW), 'additive'],
  ['a base behind allOf allows more', derived('{}'), derived('{}', WIDER_BASE), 'breaking'],
  [
    'a map of integers has a field of text',
    'T: { type: object, additionalProperties: { type: integer } }',
    'T: { type: object, properties: { name: { type: string } }, additionalProperties: { type: integer } }',
    'breaking',
  ],
  [
    'a map of integers has a field of integers',
    'T: { type: object, properties: { b: { type: integer } }, additionalProperties: { type: integer } }',
    'T: { type: object, properties: { a: { type: integer }, b: { type: integer } }, additionalProperties: { type: integer } }',
    'additive',
  ],
  [
    'a new kind whose payload is null',
    kinds(GO, STAY),
    kinds(GO, STAY, key('turn', "{ type: 'null' }")),
    'additive',
  ],
  ['a new kind that is only its name', kinds(GO, STAY), kinds(GO, STAY, unit('turn')), 'additive'],
  [
    'one more name beside another',
    kinds(GO, unit('turn')),
    kinds(GO, unit('turn', 'halt')),
    'additive',
  ],
  [
    'a one-key union loses a member',
    kinds(GO, STAY, key('turn', '{ type: integer }')),
    kinds(GO, STAY),
    'breaking',
  ],
  [
    'null is no payload any more: { go: null, stay: 3 } was two kinds',
    kinds(MAYBE('go'), STAY),
    kinds(GO, STAY),
    'breaking',
  ],
  [
    '3.0: null is no payload any more',
    kinds(key('go', '{ type: integer, nullable: true }'), STAY),
    kinds(GO, STAY),
    'breaking',
  ],
  [
    'null is no payload any more, and kinds may come together',
    several(MAYBE('go'), STAY),
    several(GO, STAY),
    'additive',
  ],
  [
    'null is no payload any more, and other kinds have no other keys',
    kinds(MAYBE('go'), NAMELESS('stay')),
    kinds(GO, NAMELESS('stay')),
    'additive',
  ],
  [
    'a kind with a null payload is new',
    kinds(GO, STAY),
    kinds(GO, STAY, MAYBE('turn')),
    'additive',
  ],
  ['several kinds may come together', kinds(GO, STAY), several(GO, STAY), 'breaking'],
  ['of several kinds only one may come', several(GO, STAY), kinds(GO, STAY), 'additive'],
  [
    'values of a pattern are fewer',
    "T: { type: object, patternProperties: { '^b': { type: integer } } }",
    "T: { type: object, patternProperties: { '^b': { type: integer, maximum: 3 } } }",
    'additive',
  ],
  [
    'values of another pattern are fewer',
    "T: { type: object, patternProperties: { '^b': { type: integer } } }",
    "T: { type: object, patternProperties: { '^c': { type: integer, maximum: 3 } } }",
    'breaking',
  ],
  ['a union in a union is wider', nested(3), nested(9), 'breaking'],
  [
    'one more value of a closed enumeration',
    holding('{ type: integer, enum: [1] }'),
    holding('{ type: integer, enum: [1, 2] }'),
    'breaking',
  ],
  [
    'one more value of an open enumeration',
    holding('{ type: string, enum: [a] }'),
    holding('{ type: string, enum: [a, b] }'),
    'additive',
  ],
  [
    'a field may be missing',
    holding('{ type: string }'),
    holding('{ type: string }').replace('required: [a], ', ''),
    'breaking',
  ],
  [
    'a field is writeOnly',
    holding('{ type: string }'),
    holding('{ type: string, writeOnly: true }'),
    'breaking',
  ],
  [
    'null is possible',
    holding('{ type: string }'),
    holding("{ type: [string, 'null'] }"),
    'breaking',
  ],
  ['X → oneOf [X]', holding(X), holding(`{ oneOf: [${X}] }`), 'nothing'],
]

const BOTH: readonly Row[] = [
  [
    'the last readOnly field is gone, and TInput with it',
    'T: { type: object, properties: { a: { type: string, readOnly: true }, b: { type: string } } }',
    'T: { type: object, properties: { a: { type: string }, b: { type: string } } }',
    'breaking',
  ],
]

describe.each([
  ['sent', SENT],
  ['received', RECEIVED],
  ['both', BOTH],
] as const)('%s', (flow, rows) => {
  test.each(rows)('%s', async (edit, before, after, expected) => {
    const version = edit.startsWith('3.0') ? '3.0.3' : '3.1.0'
    const [old, now] = [before, after].map((each) => document(flow, each).replace('3.1.0', version))
    expect(await worst(old ?? '', now ?? '')).toBe(expected)
  })
})

const LIST = '{ type: array, items: { type: string } }'
const asks = (parameter: string): string =>
  service(
    `  /find:\n    get:\n      operationId: find\n      parameters: [{ ${parameter} }]\n      responses: { '204': { description: Done. } }`,
  )
const answers = (response: string, more = ''): string =>
  service(
    `  /find:\n    get:\n      operationId: find\n      responses: { '200': { description: Ok., ${response} } }${more}`,
    'components:\n  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }\n',
  ).replace(/\ncomponents:\n {2}schemas: .*/, '')
const content = (type: string): string => `content: { '${type}': { schema: { type: string } } }`
const method = (params: string, result = 'string', data = ''): string =>
  methods(
    `{ name: send, paramStructure: by-position, params: [${params}], result: { name: r, schema: { type: ${result} } }, errors: [{ code: 1, message: No${data} }] }`,
  )
const argument = (name: string, more = ''): string =>
  `{ name: ${name}, schema: { type: string }${more} }`
const [FROM, TO] = [argument('from', ', required: true'), argument('to', ', required: true')]

const OPERATIONS: readonly Row[] = [
  [
    'style of a parameter',
    asks(`name: q, in: query, style: spaceDelimited, explode: false, schema: ${LIST}`),
    asks(`name: q, in: query, style: pipeDelimited, explode: false, schema: ${LIST}`),
    'breaking',
  ],
  [
    'explode of a list',
    asks(`name: q, in: query, schema: ${LIST}`),
    asks(`name: q, in: query, explode: false, schema: ${LIST}`),
    'breaking',
  ],
  [
    'explode of a text',
    asks('name: q, in: query, schema: { type: string }'),
    asks('name: q, in: query, explode: false, schema: { type: string }'),
    'nothing',
  ],
  [
    'a limit of a parameter',
    asks('name: q, in: query, schema: { type: integer, maximum: 99 }'),
    asks('name: q, in: query, schema: { type: integer, maximum: 10 }'),
    'breaking',
  ],
  [
    'another content type',
    answers(content('text/plain')),
    answers(content('text/csv')),
    'breaking',
  ],
  [
    'one content type more',
    answers(content('application/json')),
    answers(
      content('application/json').replace(' } }', " } }, 'text/csv': { schema: { type: string } }"),
    ),
    'additive',
  ],
  [
    'a content type with its charset',
    answers(content('application/json')),
    answers(content('application/json; charset=utf-8')),
    'nothing',
  ],
  [
    'a credential is needed',
    answers(content('text/plain')),
    answers(content('text/plain'), '\n      security: [{ key: [] }]'),
    'breaking',
  ],
  [
    'no credential is needed',
    answers(content('text/plain'), '\n      security: [{ key: [] }]'),
    answers(content('text/plain')),
    'additive',
  ],
  [
    'a required header is gone',
    answers('headers: { X-A: { required: true, schema: { type: string } } }'),
    answers('headers: {}'),
    'breaking',
  ],
  [
    'a header is new',
    answers('headers: {}'),
    answers('headers: { X-A: { required: true, schema: { type: string } } }'),
    'additive',
  ],
  [
    'a header of objects explodes',
    answers('headers: { X-A: { schema: { type: object } } }'),
    answers('headers: { X-A: { explode: true, schema: { type: object } } }'),
    'breaking',
  ],
  ['arguments swap their places', method(`${FROM}, ${TO}`), method(`${TO}, ${FROM}`), 'breaking'],
  [
    'an optional argument is in the middle',
    method(`${FROM}, ${argument('last')}`),
    method(`${FROM}, ${argument('new')}, ${argument('last')}`),
    'breaking',
  ],
  [
    'an optional argument is at the end',
    method(FROM),
    method(`${FROM}, ${argument('last')}`),
    'additive',
  ],
  [
    'an argument is required',
    method(`${FROM}, ${argument('to')}`),
    method(`${FROM}, ${TO}`),
    'breaking',
  ],
  ['another result', method(FROM), method(FROM, 'integer'), 'breaking'],
  [
    'other data of an error',
    method(FROM, 'string', ', data: { why: 1 }'),
    method(FROM, 'string', ', data: { why: 2 }'),
    'breaking',
  ],
]

test.each(OPERATIONS)('%s', async (_, before, after, expected) => {
  expect(await worst(before, after)).toBe(expected)
})
