import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { json, serve } from '../../../unit/runtime/http/server.fixture.js'
import { compiledPrograms, type Programs } from '../compiled.fixture.js'

// Names that a team chooses: in the configuration, and for what it has renamed.

const here = fileURLToPath(new URL('.', import.meta.url))
const spec = path.join(here, 'orders.yaml')

let programs: Programs
beforeAll(async () => {
  const names = { client: 'Shop', resource: 'tags' }
  programs = await compiledPrograms({
    name: 'names',
    programs: path.join(here, 'programs'),
    packages: {
      shop: { spec, out: 'src/shop', emit: ['client', 'decode'], names, enumObjects: true },
      plain: { spec, out: 'src/plain', emit: ['client'], names },
      dated: {
        spec,
        out: 'src/dated',
        emit: ['client', 'validate', 'decode', 'mock'],
        dates: 'date',
        names: { ...names, client: 'back-office' },
      },
      ledger: { spec: path.join(here, 'ledger.yaml'), out: 'src/ledger', emit: ['client'] },
    },
  })
}, 60_000)
afterAll(() => programs.remove())

async function shop(): Promise<string> {
  const order = { id: 'o1', at: '2026-11-01T07:30:00Z' }
  const { url } = await serve((response, { method, url: path, headers }) => {
    if (method === 'DELETE') response.writeHead(204).end()
    else if (path === '/orders') json(response, 200, [order])
    else if (headers.accept === 'text/event-stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: paid\n\n')
    } else json(response, 200, order)
  })
  return url
}

const at = new Date('2026-11-01T07:30:00Z')

test('methods in groups, also of clients that decode', async () => {
  const found = await programs.run('inGroups', await shop())
  expect(found).toEqual(['2026-11-01T07:30:00Z', 1, at, 'bigint', 200, ['paid']])
})

test('a method that was renamed has its earlier name, too', async () => {
  expect(await programs.run('ofBefore', await shop())).toEqual([at, at, ['paid'], 1])
  expect(await programs.run('alone', await shop())).toEqual(['o1', 'mocked'])
  expect(await programs.run('ofMethods')).toEqual(['e1', 3, 3])
})

test('enumerations are objects with their values by name', async () => {
  expect(await programs.run('constants')).toEqual(['open', 10, 'paid', 0, undefined, true])
})
