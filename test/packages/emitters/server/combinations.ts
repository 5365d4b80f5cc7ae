// Every way in which a document can place a value in a request: those of the public documents of `tool corpus` are in it
// (`combinations-of-documents.test.ts`), and those that the specification allows besides.

/** What a value is, as a label: `array<integer>`, `string:date-time`, `object:flat`. */
export type Kind = string

export interface Placed {
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly style: string
  readonly explode: boolean
  readonly reserved?: true
  readonly kinds: readonly Kind[]
}

const SCALARS = ['string', 'integer', 'number', 'boolean', 'string:date', 'string:date-time']
const ARRAYS = ['array<string>', 'array<integer>', 'array<number>', 'array<boolean>']
const ALL = [...SCALARS, 'integer|string', ...ARRAYS, 'object:flat']

function both(place: Placed['in'], style: string, kinds: readonly Kind[] = ALL): Placed[] {
  return [true, false].map((explode) => ({ in: place, style, explode, kinds }))
}

/** Parameters with a style. */
export const PARAMETERS: readonly Placed[] = [
  ...both('path', 'simple'),
  ...both('path', 'label'),
  ...both('path', 'matrix'),
  ...both('query', 'form'),
  ...both('query', 'form', ['array<string>|string', 'array<null|string>']),
  { in: 'query', style: 'form', explode: true, kinds: ['object:open'] },
  { in: 'query', style: 'form', explode: true, reserved: true, kinds: SCALARS },
  { in: 'query', style: 'spaceDelimited', explode: false, kinds: ARRAYS },
  { in: 'query', style: 'pipeDelimited', explode: false, kinds: ARRAYS },
  { in: 'query', style: 'deepObject', explode: true, kinds: ['object:flat', 'object:nested'] },
  ...both('header', 'simple'),
  ...both('cookie', 'form', SCALARS),
  { in: 'cookie', style: 'form', explode: false, kinds: ['array<integer>', 'object:flat'] },
  { in: 'cookie', style: 'cookie', explode: true, kinds: ['integer', 'boolean'] },
]

/** What documents have, but the specification does not define: the client refuses to guess a text. */
export const REFUSED: readonly Placed[] = both('query', 'form', ['array<object:open>'])

const JSON_KINDS = ['string', 'integer', 'array<string>', 'object:flat', 'object:nested']

/** Parameters that are themselves JSON. */
export const JSON_PARAMETERS: readonly Pick<Placed, 'in' | 'kinds'>[] = [
  { in: 'path', kinds: JSON_KINDS },
  { in: 'query', kinds: JSON_KINDS },
  { in: 'header', kinds: JSON_KINDS },
  { in: 'cookie', kinds: JSON_KINDS },
]

export interface Part {
  readonly type: 'multipart/form-data' | 'application/x-www-form-urlencoded'
  readonly encoding?: Readonly<Record<string, string | boolean>>
  readonly kinds: readonly Kind[]
}

const FILES = ['string:binary', 'array<string:binary>']
const MULTIPART = 'multipart/form-data'
const URLENCODED = 'application/x-www-form-urlencoded'

/** Members of forms. */
export const PARTS: readonly Part[] = [
  { type: URLENCODED, kinds: [...ALL, 'object:nested'] },
  { type: URLENCODED, encoding: { style: 'form', explode: false }, kinds: ARRAYS },
  { type: URLENCODED, encoding: { style: 'form', explode: true }, kinds: ARRAYS },
  { type: URLENCODED, encoding: { style: 'spaceDelimited', explode: false }, kinds: ARRAYS },
  { type: URLENCODED, encoding: { style: 'pipeDelimited', explode: false }, kinds: ARRAYS },
  { type: URLENCODED, encoding: { style: 'deepObject' }, kinds: ['object:flat', 'object:nested'] },
  { type: URLENCODED, encoding: { contentType: 'application/json' }, kinds: JSON_KINDS },
  { type: MULTIPART, kinds: [...ALL, 'array<string>|string', 'object:nested', ...FILES] },
  { type: MULTIPART, encoding: { style: 'form' }, kinds: [...SCALARS, 'array<integer>', ...FILES] },
  { type: MULTIPART, encoding: { contentType: 'application/json' }, kinds: JSON_KINDS },
  { type: MULTIPART, encoding: { contentType: 'image/png' }, kinds: ['string:binary'] },
]

/** Whole bodies, by what their media types have in common. */
export const BODIES = {
  json: [
    'application/json',
    'application/json; charset=utf-8',
    'application/json;odata.metadata=full;IEEE754Compatible=true',
    'application/json-patch+json',
    'application/merge-patch+json',
    'application/vnd.acme.v2+json',
    'text/json',
  ],
  text: ['text/plain', 'application/xml', 'text/csv'],
  bytes: ['application/octet-stream', 'image/png', 'application/vnd.acme.rows'],
} as const
