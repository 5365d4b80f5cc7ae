import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readModel } from '../../../generator/src/pipeline/read-model.js'

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-subscriptions-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = { method: 'block', params: { height: 'height' } }
const chain = { height: '/number', hash: '/hash', parent: '/parent', read }

function word(more: object = {}): object {
  return {
    unsubscribe: { method: 'unsub', parameter: 'id' },
    notification: { method: 'pushed', id: '/id', payload: '/data' },
    kinds: { parameter: 'kind', payloads: { heads: { $ref: '#/components/schemas/Head' } } },
    ...more,
  }
}

/** The messages about a document whose method `sub` has this extension. */
async function messages(subscription: object, second?: object): Promise<string[]> {
  const file = path.join(folder, 'x.json')
  const schema = { type: 'string' }
  const params = [
    { name: 'kind', schema },
    { name: 'filter', schema: { type: 'object' } },
  ]
  const result = { name: 'r', schema }
  writeFileSync(
    file,
    JSON.stringify({
      openrpc: '1.3.2',
      info: { title: 'A', version: '1' },
      methods: [
        { name: 'sub', params, result, 'x-tagwire-subscription': subscription },
        ...(second ? [{ name: 'other', params, result, 'x-tagwire-subscription': second }] : []),
        { name: 'unsub', params: [{ name: 'id', schema }], result },
        { name: 'block', params: [{ name: 'height', schema }], result },
      ],
      components: {
        schemas: {
          Head: {
            type: 'object',
            properties: { number: schema, hash: schema, parent: schema },
          },
        },
      },
    }),
  )
  const { diagnostics } = await readModel(file, folder)
  return diagnostics.map(({ code, message, help }) => `${code} ${message} (${help ?? ''})`)
}

test('what leads somewhere has no messages', async () => {
  expect(await messages(word({ resume: { heads: chain } }))).toEqual([])
})

test.each([
  [
    'a method that there is not',
    word({ unsubscribe: { method: 'unsubscribe', parameter: 'id' } }),
    'there is no method "unsubscribe"',
  ],
  [
    'a parameter that there is not',
    word({ unsubscribe: { method: 'unsub', parameter: 'subscription' } }),
    'unsub has no parameter "subscription" (Its parameters are: "id".)',
  ],
  [
    'a parameter for the kind that there is not',
    word({
      kinds: { parameter: 'type', payloads: { heads: { $ref: '#/components/schemas/Head' } } },
    }),
    'sub has no parameter "type"',
  ],
  [
    'a pointer that leads nowhere',
    word({ resume: { heads: { ...chain, parent: '/parentHash' } } }),
    'no event of "heads" has a value at `parent`, "/parentHash"',
  ],
  [
    'a method that reads blocks with another parameter',
    word({
      resume: { heads: { ...chain, read: { method: 'block', params: { number: 'height' } } } },
    }),
    'block has no parameter "number"',
  ],
  [
    'blocks that are no blocks',
    word({ resume: { heads: { blocks: 'heads', read } } }),
    '`blocks` of "heads" is "heads", which is no kind with `height`',
  ],
  [
    'parameters that are added and are not there',
    word({ resume: { heads: { ...chain, read: { ...read, with: { height: 'filters' } } } } }),
    'sub has no parameter "filters"',
  ],
  [
    'a resumption of a kind that there is not',
    word({ resume: { head: chain } }),
    '`resume` has "head", which is not one of its kinds',
  ],
  ['half of a chain', word({ resume: { heads: { height: '/number' } } }), 'x-tagwire-subscription'],
  ['neither kinds nor a schema', word({ kinds: undefined }), 'x-tagwire-subscription'],
])('%s is an error', async (_, subscription, message) => {
  const found = await messages(subscription)
  expect(found).toHaveLength(1)
  expect(found[0]).toContain('TW6002')
  expect(found[0]).toContain(message)
})

test('a kind belongs to one method', async () => {
  expect(await messages(word(), word())).toEqual([
    'TW6002 x-tagwire-subscription of other: "heads" is also a kind of sub (Each kind belongs to one method, because callers only name the kind.)',
  ])
})
