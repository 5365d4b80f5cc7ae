import { lowered, openapi } from '../schema-model.fixture.js'
import { operationText } from './shape-text.fixture.js'

export const S = { type: 'string' }
export const R = { type: 'object', properties: { a: S } }
const OTHERS = { Text: S, Events: { oneOf: [{ properties: { event: { const: 'a' }, data: R } }] } }
export const AS_JSON = { 'application/json': { schema: R } }
export const fine = (content: object): object => ({ '200': { description: 'Fine.', content } })
export const answers = (content: object): object => ({ responses: fine(content) })
export const body = (content: object, more: object = {}): object => ({
  requestBody: { content, ...more },
})
export const query = (more: object): object => ({
  parameters: [{ name: 'a', in: 'query', schema: S, ...more }],
})
/** A body of several parts, of which `f` has this encoding. */
export const part = (encoding: object, type = 'multipart/form-data'): object =>
  body({ [type]: { schema: R, encoding: { f: encoding } } })

const USUAL = {
  id: 'x',
  name: 'x',
  tags: [],
  parameters: [],
  outputs: [],
  failures: [],
  binding: { kind: 'http', method: 'POST', path: '/x' },
  safe: false,
  idempotent: false,
  headers: [],
  extensions: {},
}

export interface Place {
  readonly path?: string
  readonly verb?: string
  /** Next to the operation, in its path item. */
  readonly beside?: object
  /** Members of the document. */
  readonly members?: object
}

/** The unusual properties of an operation, and what was reported. */
export async function unusual(operation: object, place: Place = {}): Promise<unknown[]> {
  const { path = '/x', verb = 'post', beside = {}, members = {} } = place
  const paths = { [path]: { ...beside, [verb]: { operationId: 'x', ...operation } } }
  const { model, codes } = await lowered(openapi(OTHERS, { openapi: '3.2.0', paths, ...members }))
  const [only] = model.operations
  if (!only) return [...codes]
  const found = Object.entries(operationText(only))
  const usual = new Map<string, unknown>(Object.entries(USUAL))
  const others = found.filter(
    ([key, value]) => JSON.stringify(usual.get(key)) !== JSON.stringify(value),
  )
  return [Object.fromEntries(others), ...codes]
}
