// Options of emitters: from the configuration, checked by the emitter, and part of what a result depends on.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { checkConfig } from '../../../generator/src/config/check-config.js'
import { Fault } from '../../../generator/src/diagnostics/diagnostic.js'
import { generateOrReuse } from '../../../generator/src/pipeline/generate-or-reuse.js'
import { generate } from '../../../generator/src/pipeline/library.js'

const root = mkdtempSync(path.join(tmpdir(), 'tagwire-emitter-options-'))
afterAll(() => rm(root, { recursive: true, force: true }))

const stream = { 'text/event-stream': { itemSchema: { type: 'object' } } }
const SHOP = {
  openapi: '3.2.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': {
      get: {
        operationId: 'listOrders',
        responses: {
          200: {
            description: 'All of them, or as they come.',
            content: { 'application/json': { schema: { type: 'array' } }, ...stream },
          },
        },
      },
    },
    '/news': {
      get: { operationId: 'news', responses: { 200: { description: 'n', content: stream } } },
    },
  },
}

const GREETER = `import { defineEmitter } from 'tagwire/emitter'
export default defineEmitter({
  name: 'greeter',
  options: ({ greeting = 'hello', ...others }) => {
    const [unknown] = Object.keys(others)
    if (unknown !== undefined) throw new TypeError(\`there is no option \${unknown}; known is greeting\`)
    if (typeof greeting !== 'string') throw new TypeError('greeting takes a text')
    return { greeting }
  },
  emit: ({ structures }, { greeting }) => [structures.module('mine').file([
    structures.exportedConstant({ name: 'greeting', value: structures.stringLiteral(greeting) }),
  ])],
})`

let count = 0

function project(emitter: string): string {
  const folder = path.join(root, String(count++))
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'shop.json'), JSON.stringify(SHOP))
  writeFileSync(path.join(folder, 'own.ts'), emitter)
  return folder
}

const packageOf = (given?: object) => ({
  ...{ spec: 'shop.json', out: 'shop', emit: ['client', './own.ts'] as const },
  ...(given === undefined ? {} : { emitterOptions: { './own.ts': { ...given } } }),
})

async function messageOf(folder: string, given?: object): Promise<string | undefined> {
  const config = { packages: { shop: packageOf(given) } }
  const made = generate({ cwd: folder, config })
  const found = await made.then(
    ({ packages }) => packages.flatMap(({ diagnostics }) => diagnostics),
    (error: unknown) =>
      error instanceof Fault ? error.diagnostics : expect.unreachable(`${error}`),
  )
  return found[0]?.message
}

describe('an emitter', () => {
  test('gets what it made of its options', async () => {
    const folder = project(GREETER)
    const written = () => readFileSync(path.join(folder, 'shop/src/mine.ts'), 'utf8')
    expect(await messageOf(folder)).toBeUndefined()
    expect(written()).toContain("'hello'")
    expect(await messageOf(folder, { greeting: 'good day' })).toBeUndefined()
    expect(written()).toContain("'good day'")
  })

  test('refuses them by name', async () => {
    const folder = project(GREETER)
    expect(await messageOf(folder, { greeting: 1 })).toBe(
      'the emitter ./own.ts refuses its options: greeting takes a text',
    )
    expect(await messageOf(folder, { greetings: 'x' })).toBe(
      'the emitter ./own.ts refuses its options: there is no option greetings; known is greeting',
    )
    const without = project(GREETER.replace(/ {2}options: [\s\S]*?\n {2}\},\n/, ''))
    expect(await messageOf(without, { greeting: 'x' })).toBe('the emitter ./own.ts has no options')
    const wrong = project(GREETER.replace(/ {2}options: [\s\S]*?\n {2}\},\n/, '  options: {},\n'))
    expect(await messageOf(wrong)).toBe('the emitter ./own.ts has `options` that are no function')
  })

  test('is asked again when they change, and not when they stay', async () => {
    const folder = project(GREETER)
    const plan = async (given?: object) =>
      (await generateOrReuse('shop', packageOf(given), folder)).isKept
    expect([await plan(), await plan()]).toEqual([false, true])
    expect(await plan({ greeting: 'good day' })).toBe(false)
    expect(await plan({ greeting: 'good day' })).toBe(true)
  })
})

test.each<[string, unknown, string, string]>([
  ['no object', 5, 'has to be an object', ''],
  [
    'another emitter',
    { './other.ts': {} },
    'has options for "./other.ts", which is not in `emit`',
    '/.~1other.ts',
  ],
  ['a part', { client: {} }, 'has options for "client", which is not in `emit`', '/client'],
  ['no options', { './own.ts': 5 }, '["./own.ts"] has to be an object of plain data', '/.~1own.ts'],
  ['a function', { './own.ts': { a: () => 1 } }, 'has to be an object of plain data', '/.~1own.ts'],
])('the configuration has options that are %s', (_, emitterOptions, message, place) => {
  const check = () =>
    checkConfig({ packages: { shop: { ...packageOf(), emitterOptions } } }, 'a.json')
  expect(check).toThrow(Fault)
  try {
    check()
  } catch (error) {
    const [found] = error instanceof Fault ? error.diagnostics : []
    expect(found?.message).toContain(message)
    expect(found?.at?.pointer).toBe(`/packages/shop/emitterOptions${place}`)
  }
})

test('names say which method streams, what decodes, and which module exports what', async () => {
  const folder = project(`import { defineEmitter } from 'tagwire/emitter'
export default defineEmitter({
  name: 'names',
  emit: ({ model, names, structures }) => [structures.module('mine').file([
    structures.exportedConstant({
      name: 'found',
      value: JSON.stringify([
        model.operations.map((each) => [names.operation(each).method, names.operation(each).stream]),
        names.decodes, names.client.module, names.mock.module,
      ]),
    }),
  ])],
})`)
  expect(await messageOf(folder)).toBeUndefined()
  const text = readFileSync(path.join(folder, 'shop/src/mine.ts'), 'utf8')
  expect(text.replace(/\s+|,(?=\s*\])/g, '')).toContain(
    "[[['listOrders','listOrdersStream'],[null,'news']],'never','./client.js','./mock.js']",
  )
})

test('the table of what is checked of requests is only there for those who import it', async () => {
  const importing = (body: string) => `import { defineEmitter } from 'tagwire/emitter'
export default defineEmitter({
  name: 'facts',
  emit: ({ model, names, structures }) => {
    const module = structures.module('mine')
    ${body}
  },
})`
  const asking = project(
    importing(`const table = module.imports.value(names.requestFacts)
    return [module.file([structures.exportedConstant({ name: 'facts', type: 'object', value: table })])]`),
  )
  const withInput = structuredClone(SHOP)
  const id = { name: 'since', in: 'query', schema: { type: 'string' } }
  Object.assign(withInput.paths['/orders'].get, { parameters: [id] })
  writeFileSync(path.join(asking, 'shop.json'), JSON.stringify(withInput))
  expect(await messageOf(asking)).toBeUndefined()
  const read = (file: string) => readFileSync(path.join(asking, 'shop/src', file), 'utf8')
  expect(read('mine.ts')).toContain("import { requestFacts } from './request-facts.js'")
  expect(read('request-facts.ts')).toContain("listOrders: {\n    query: { since: 'text' },")

  writeFileSync(path.join(asking, 'own.ts'), importing('return [module.file([])]'))
  expect(await messageOf(asking)).toBeUndefined()
  expect(() => read('request-facts.ts')).toThrow('ENOENT')

  const taking = project(importing("return [structures.module('request-facts').file([])]"))
  expect(await messageOf(taking)).toContain('src/request-facts.ts belongs to another emitter')
})
