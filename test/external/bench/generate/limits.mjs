// Documents that are long in one way only: each is to take at most five times `JSON.parse` of its text, and 2 s.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { cache, median, run, table } from './run.mjs'

const main = fileURLToPath(new URL('../../../../generator/dist/main.js', import.meta.url))
const folder = path.join(cache, 'limits')

const ref = (name) => ({ $ref: `#/components/schemas/${name}` })
const leaf = { type: 'object', properties: { a: { type: 'string' } } }
const json = (schema) => ({ 'application/json': { schema } })

function documentOf(schemas, paths = {}) {
  return {
    openapi: '3.1.0',
    info: { title: 'Limits', version: '1' },
    paths,
    components: { schemas },
  }
}

function named(count, schema) {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`S${at}`, schema(at)]))
}

function operation(at) {
  const own = ref(`S${at}`)
  return {
    operationId: `call${at}`,
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    requestBody: { content: json(own) },
    responses: { 200: { description: 'Fine.', content: json(own) } },
  }
}

const DOCUMENTS = {
  'chain of 20,001 schemas': () =>
    documentOf(
      named(20_001, (at) => ({
        type: 'object',
        properties: at < 20_000 ? { next: ref(`S${at + 1}`) } : {},
      })),
    ),
  '3,000 schemas × 40 references': () =>
    documentOf(
      named(3000, (at) => ({
        type: 'object',
        properties: named(40, (key) => ref(`S${(at * 7 + key * 13 + 1) % 3000}`)),
      })),
    ),
  '5,000 operations': () =>
    documentOf(
      named(5000, () => leaf),
      Object.fromEntries(
        Array.from({ length: 5000 }, (_, at) => [`/p${at}/{id}`, { post: operation(at) }]),
      ),
    ),
  'union of 2,000 kinds': () =>
    documentOf({
      ...named(2000, () => leaf),
      U: {
        oneOf: Array.from({ length: 2000 }, (_, at) => ({
          type: 'object',
          properties: { [`k${at}`]: ref(`S${at}`) },
          required: [`k${at}`],
        })),
      },
    }),
}

export async function limits(rounds) {
  mkdirSync(folder, { recursive: true })
  const rows = []
  for (const [what, make] of Object.entries(DOCUMENTS)) {
    const text = JSON.stringify(make())
    writeFileSync(path.join(folder, 'document.json'), text)
    const runs = []
    for (let round = 0; round < rounds; round++) {
      rmSync(path.join(folder, '.tagwire'), { recursive: true, force: true })
      rmSync(path.join(folder, 'out'), { recursive: true, force: true })
      const args = ['generate', '--quiet', '--spec', 'document.json', '--out', 'out']
      const result = await run([main, ...args, '--name', '@bench/limits'], { cwd: folder })
      if (result.code !== 0) throw new Error(result.output)
      runs.push(result)
    }
    const parse = median(Array.from({ length: 5 }, () => secondsToParse(text)))
    const of = (figure, digits) => median(runs.map((each) => each[figure])).toFixed(digits)
    const most = (5 * parse + 2).toFixed(2)
    rows.push([
      what,
      (text.length / 1e6).toFixed(1),
      most,
      of('wall', 2),
      of('cpu', 2),
      of('mb', 0),
    ])
  }
  return table(['', 'MB of text', 'goal s', 'wall s', 'CPU s', 'peak MB'], rows)
}

function secondsToParse(text) {
  const started = performance.now()
  JSON.parse(text)
  return (performance.now() - started) / 1000
}
