// How the cost of a run grows with the document: the same kinds of things, one, ten and thirty times.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { cache, median, run, table } from './run.mjs'

const main = fileURLToPath(new URL('../../../../generator/dist/main.js', import.meta.url))
const folder = path.join(cache, 'linear')
const SIZES = [1, 10, 30]
const GROUPS = 60

const ref = (name) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema) => ({ 'application/json': { schema } })

/** A part of a service: records, a union, an enumeration, a merged record, and operations on them. */
function group(id) {
  const own = (name) => `${name}${id}`
  const wrapper = (name) => ({
    type: 'object',
    required: [name],
    properties: { [name]: ref(own(name === 'card' ? 'Card' : 'Transfer')) },
  })
  const schemas = {
    [own('Order')]: {
      type: 'object',
      description: `An order of part ${id}, with everything that belongs to it.`,
      required: ['id', 'state', 'lines'],
      properties: {
        id: { type: 'string', format: 'uuid', description: 'Chosen by the service.' },
        state: ref(own('State')),
        lines: { type: 'array', minItems: 1, items: ref(own('Line')) },
        payment: ref(own('Payment')),
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        address: {
          type: 'object',
          required: ['street'],
          properties: {
            street: { type: 'string', maxLength: 200 },
            number: { type: ['string', 'null'] },
          },
        },
      },
    },
    [own('Line')]: {
      type: 'object',
      required: ['article', 'count'],
      properties: {
        article: { type: 'string', pattern: '^[a-z0-9-]+$' },
        count: { type: 'integer', format: 'int64', minimum: 1 },
        price: { type: 'number', description: 'In the currency of the order.' },
        note: { type: ['string', 'null'], deprecated: true },
      },
    },
    [own('State')]: { type: 'string', enum: ['open', 'paid', 'sent', 'lost'] },
    [own('Payment')]: { oneOf: [wrapper('card'), wrapper('transfer')] },
    [own('Card')]: {
      type: 'object',
      required: ['number'],
      properties: { number: { type: 'string' }, holder: { type: 'string' } },
    },
    [own('Transfer')]: {
      allOf: [
        ref(own('Card')),
        { type: 'object', properties: { iban: { type: 'string' }, order: ref(own('Order')) } },
      ],
    },
  }
  const path = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
  const paths = {
    [`/part-${id}/orders`]: {
      get: {
        operationId: own('listOrders'),
        summary: 'All orders.',
        parameters: [
          { name: 'state', in: 'query', schema: ref(own('State')) },
          { name: 'limit', in: 'query', schema: { type: 'integer', default: 20 } },
        ],
        responses: {
          200: { description: 'Some', content: json({ type: 'array', items: ref(own('Order')) }) },
        },
      },
      post: {
        operationId: own('placeOrder'),
        requestBody: { required: true, content: json(ref(own('Order'))) },
        responses: {
          201: { description: 'Placed', content: json(ref(own('Order'))) },
          400: { description: 'Refused', content: json(ref(own('Line'))) },
        },
      },
    },
    [`/part-${id}/orders/{id}`]: {
      get: {
        operationId: own('getOrder'),
        parameters: [path],
        responses: { 200: { description: 'One', content: json(ref(own('Order'))) } },
      },
      delete: {
        operationId: own('dropOrder'),
        parameters: [path],
        responses: { 204: { description: 'Gone' } },
      },
    },
  }
  return { schemas, paths }
}

function documentOf(groups) {
  const parts = Array.from({ length: groups }, (_, index) => group(index + 1))
  return {
    openapi: '3.1.0',
    info: { title: 'Synthetic', version: '1' },
    servers: [{ url: 'https://example.com' }],
    paths: Object.assign({}, ...parts.map(({ paths }) => paths)),
    components: { schemas: Object.assign({}, ...parts.map(({ schemas }) => schemas)) },
  }
}

export async function linear(rounds) {
  mkdirSync(folder, { recursive: true })
  const runs = new Map(SIZES.map((size) => [size, []]))
  const kilobytes = new Map()
  for (const size of SIZES) {
    const text = JSON.stringify(documentOf(GROUPS * size), undefined, 2)
    kilobytes.set(size, Math.round(text.length / 1000))
    writeFileSync(path.join(folder, `${size}.json`), text)
  }
  for (let round = 0; round < rounds; round++) {
    for (const size of SIZES) {
      rmSync(path.join(folder, '.tagwire'), { recursive: true, force: true })
      rmSync(path.join(folder, `out-${size}`), { recursive: true, force: true })
      const args = ['generate', '--quiet', '--spec', `${size}.json`, '--out', `out-${size}`]
      const result = await run([main, ...args, '--name', '@bench/linear'], { cwd: folder })
      if (result.code !== 0) throw new Error(result.output)
      runs.get(size).push(result)
    }
  }
  const cost = (size) => median(runs.get(size).map((each) => each.cpu))
  const rows = SIZES.map((size) => [
    `${size}×, ${kilobytes.get(size)} kB`,
    median(runs.get(size).map((each) => each.wall)).toFixed(2),
    cost(size).toFixed(2),
    (cost(size) / (cost(1) * size)).toFixed(2),
    size === 30 ? (cost(30) / (cost(10) * 3)).toFixed(2) : '',
    median(runs.get(size).map((each) => each.mb)).toFixed(0),
  ])
  return table(
    ['everything written', 'wall s', 'CPU s', 'of linear from 1×', 'from 10×', 'peak MB'],
    rows,
  )
}
