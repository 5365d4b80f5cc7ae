import { expect, test } from 'vitest'
import { changesBetween } from '../../unit/compare/compare.fixture.js'
import { createRandom } from '../fixtures/random.js'
import { lengthOf, patienceMs, runs } from '../length.js'
import { editedHttp, editedMethod, type Json, type OperationEdit } from './operation-edits.js'

const EDITS = 40
const info = { title: 'Random', version: '1.0.0' }

function openapi(version: string, operation: Json): string {
  const places = Array.isArray(operation.parameters) ? operation.parameters : []
  const inPath = places
    .filter((each) => Object(each).in === 'path')
    .map((each) => Object(each).name)
  const path = ['', 'find', ...inPath.sort().map((name) => `{${name}}`)].join('/')
  const scheme = { type: 'apiKey', in: 'header' }
  const securitySchemes = {
    key: { ...scheme, name: 'X-Key' },
    other: { ...scheme, name: 'X-Other' },
  }
  return JSON.stringify({
    openapi: version,
    info,
    paths: { [path]: { post: operation } },
    components: { securitySchemes },
  })
}

const openrpc = (method: Json): string =>
  JSON.stringify({ openrpc: '1.3.2', info, methods: [method] })

const FORMS: readonly (readonly [
  name: string,
  text: (operation: Json) => string,
  edited: typeof editedHttp,
])[] = [
  ['OpenAPI 3.0', (operation) => openapi('3.0.3', operation), editedHttp],
  ['OpenAPI 3.1', (operation) => openapi('3.1.0', operation), editedHttp],
  ['OpenRPC', openrpc, editedMethod],
]

test.each(FORMS)(
  '%s: edits of operations break callers, or not',
  { timeout: patienceMs },
  async (_, text, edited) => {
    const random = createRandom(runs(1).seed)
    const wrong: OperationEdit[] = []
    for (let index = 0; index < lengthOf(EDITS); index++) {
      const each = edited(random)
      const changes = await changesBetween(text(each.before), text(each.after))
      if (changes.some(({ class: name }) => name === 'breaking') !== each.breaks) wrong.push(each)
    }
    expect(wrong.map(({ edit, breaks }) => [edit, breaks])).toEqual([])
  },
)
