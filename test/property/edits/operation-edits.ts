import type { Random } from '../fixtures/random.js'

export type Json = Readonly<Record<string, unknown>>

/** An operation that somebody edited, and whether that breaks callers by what the specifications say. */
export interface OperationEdit {
  readonly edit: string
  readonly before: Json
  readonly after: Json
  readonly breaks: boolean
}

const TYPES = ['string', 'integer', 'boolean'] as const
const STYLES: Readonly<Record<string, readonly string[]>> = {
  query: ['form', 'spaceDelimited', 'pipeDelimited'],
  path: ['simple', 'label', 'matrix'],
  header: ['simple'],
  cookie: ['form'],
}

/** One edit of a random operation of OpenAPI. */
export function editedHttp(random: Random): OperationEdit {
  const list = { type: 'array', items: { type: 'string' } }
  const parameter = (name: string): Json => {
    const place = random.pick(['query', 'header', 'query', 'path']) ?? 'query'
    const style = random.pick(STYLES[place] ?? []) ?? 'form'
    const required = place === 'path' || random.once(2)
    return { name, in: place, style, explode: false, required, schema: list }
  }
  const parameters = ['ids', 'tags'].map(parameter)
  const json = { 'application/json': { schema: { type: 'object' } } }
  const before = {
    operationId: 'find',
    parameters,
    requestBody: { required: random.once(2), content: json },
    security: [{ key: [] }],
    responses: {
      '200': {
        description: 'Ok.',
        headers: { 'X-Count': { required: true, schema: { type: 'integer' } } },
        content: json,
      },
    },
  }
  const [first = {}, second = {}] = parameters
  const { '200': ok } = before.responses
  const styles = (STYLES[String(first.in)] ?? []).filter((each) => each !== first.style)
  const withFirst = (now: Json): Json => ({ ...before, parameters: [{ ...first, ...now }, second] })
  const edits: readonly (readonly [string, Json, boolean])[] = [
    ...styles.map((style) => ['another style', withFirst({ style }), true] as const),
    // In headers and simple paths, exploded lists look the same.
    ...(first.style === 'form' || first.style === 'matrix'
      ? [['exploded', withFirst({ explode: true }), true] as const]
      : []),
    ...(first.in === 'path'
      ? []
      : [
          ['required', withFirst({ required: true }), first.required === false] as const,
          ['optional', withFirst({ required: false }), false] as const,
          ['one parameter less', { ...before, parameters: [second] }, true] as const,
        ]),
    [
      'items of another type',
      withFirst({ schema: { type: 'array', items: { type: 'integer' } } }),
      true,
    ],
    ['fewer items', withFirst({ schema: { ...list, maxItems: 2 } }), true],
    ['parameters in another order', { ...before, parameters: [second, first] }, false],
    ['an optional parameter', { ...before, parameters: [...parameters, optional] }, false],
    [
      'a required parameter',
      { ...before, parameters: [...parameters, { ...optional, required: true }] },
      true,
    ],
    [
      'another media type of the body',
      withBody(before, { 'text/plain': json['application/json'] }),
      true,
    ],
    [
      'a charset',
      withBody(before, { 'application/json; charset=utf-8': json['application/json'] }),
      false,
    ],
    [
      'one more media type',
      withBody(before, { ...json, 'text/plain': { schema: { type: 'string' } } }),
      false,
    ],
    ['another credential', { ...before, security: [{ other: [] }] }, true],
    ['no credential', { ...before, security: [] }, false],
    ['one more credential', { ...before, security: [{ key: [], other: [] }] }, true],
    ['a header less', { ...before, responses: { '200': { ...ok, headers: {} } } }, true],
    ['a second success', { ...before, responses: { '200': ok, '202': ok } }, true],
    ['an error', { ...before, responses: { '200': ok, '404': { description: 'No.' } } }, false],
  ]
  const [edit, after, breaks] = random.pick(edits) ?? ['nothing', before, false]
  return { edit, before, after, breaks }
}

const optional: Json = { name: 'more', in: 'query', schema: { type: 'string' } }

function withBody(operation: Json, content: Json): Json {
  return { ...operation, requestBody: { ...Object(operation.requestBody), content } }
}

/** One edit of a random method of OpenRPC. */
export function editedMethod(random: Random): OperationEdit {
  const byName = random.once(2)
  const parameter = (name: string, index: number): Json => ({
    name,
    required: index < 2,
    schema: { type: random.pick(TYPES) },
  })
  const params = ['from', 'to', 'note'].map(parameter)
  const [first = {}, second = {}, third = {}] = params
  const before = {
    name: 'move',
    paramStructure: byName ? 'by-name' : (random.pick(['by-position', 'either']) ?? 'either'),
    params,
    result: { name: 'receipt', schema: { type: 'string' } },
    errors: [{ code: 7, message: 'Too little', data: { missing: 3 } }],
  }
  const added = { name: 'memo', required: false, schema: { type: 'string' } }
  const [failure] = before.errors
  const edits: readonly (readonly [string, Json, boolean])[] = [
    ['another order', { ...before, params: [second, first, third] }, !byName],
    ['an optional one between', { ...before, params: [first, second, added, third] }, !byName],
    ['an optional one at the end', { ...before, params: [...params, added] }, false],
    [
      'a required one',
      { ...before, params: [first, second, { ...added, required: true }, third] },
      true,
    ],
    ['required', { ...before, params: [first, second, { ...third, required: true }] }, true],
    [
      'another type',
      { ...before, params: [{ ...first, schema: { type: 'array' } }, second, third] },
      true,
    ],
    [
      'another result',
      { ...before, result: { name: 'receipt', schema: { type: 'integer' } } },
      true,
    ],
    [
      'other data of an error',
      { ...before, errors: [{ ...failure, data: { missing: 'a' } }] },
      true,
    ],
    ['one more error', { ...before, errors: [failure, { code: 8, message: 'Closed' }] }, false],
    ['no errors', { ...before, errors: [] }, false],
  ]
  const [edit, after, breaks] = random.pick(edits) ?? ['nothing', before, false]
  return { edit, before, after, breaks }
}
