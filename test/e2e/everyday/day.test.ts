import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { compiledPrograms, type Programs } from './compiled.fixture.js'
import { type Service, startService } from './service.js'

// A team's day: the programs next to this file are compiled against a generated client, and run against a server.

const here = fileURLToPath(new URL('.', import.meta.url))

let programs: Programs
beforeAll(async () => {
  programs = await compiledPrograms({
    name: 'everyday',
    programs: path.join(here, 'programs'),
    packages: {
      library: {
        spec: path.join(here, 'tool-library.yaml'),
        out: 'src/library',
        emit: ['client', 'validate', 'decode', 'mock'],
        dates: 'date',
      },
    },
  })
}, 60_000)
afterAll(() => programs.remove())

let service: Service
beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.close())

const run = (name: string, ...values: unknown[]): Promise<unknown> =>
  programs.run(name, service.url, ...values)

test('the whole answer', async () => {
  expect(await run('lend', 't1')).toBe('/v2/loans/l7 since 7, 150 cents, application/json')
  expect(await run('lend', 'rare')).toBe('place 3, ask again in 60 s')
  expect(await run('tryToLend', 't1')).toBe('lent in 2026')
  expect(await run('tryToLend', 'taken')).toBe('lent to Ann')
  expect(await run('tryToLend', '')).toBe('Which tool?')
  service.busy(1)
  expect(await run('tryToLend', 't1')).toBe('something else: ApiError')
  expect(await run('byFunctions')).toBe('200 true No such loan')
})

test('what a call takes', async () => {
  service.busy(2)
  expect(await run('pay')).toBe('l7')
  const keys = service.received.map(({ headers }) => headers['idempotency-key'])
  expect([keys.length, new Set(keys).size]).toEqual([3, 1])
  const other = await startService()
  const first = await run('mirror', other.url, {})
  const second = await run('mirror', other.url, { 'x-desk-key': 'desk' })
  await other.close()
  expect(first).toContain('401')
  expect(second).toBe('l1')
  expect(other.received.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined])
  expect(await run('impatient')).toBe(true)
})

test('middleware', async () => {
  service.busy(1)
  expect(await run('traced')).toEqual([
    'GET /loans/{loan-id} loans',
    '1: 503',
    'again after 1',
    '2: 200',
  ])
  expect(service.received.map(({ headers }) => headers['x-trace'])).toEqual(['1', '2'])
})

test('signing in', async () => {
  expect(await run('together', () => service.expire())).toEqual(['l1', 'l2', 'l3', 'refused', 'l1'])
  expect(service.tokens()).toBe(2)
})

test('pages of every kind', async () => {
  const loans = Array.from({ length: 7 }, () => Date.parse('2026-11-01T07:30:00Z'))
  expect(await run('everything')).toEqual({
    tools: ['hand', 'power', 'garden tool', '3d-printer', 'of the future'],
    found: ['t0', 't1', 't2', 't3', 't4'],
    loans,
    events: [1, 2, 3],
    members: ['member 0', 'member 1', 'member 2'],
    branches: ['North', 'South'],
    visits: [10, 11, 12, 13, 14],
  })
  for (const at of [1, 3, 5, 7]) {
    expect(await run('resumed', at)).toEqual(loans.map((_, index) => `l${index}`))
  }
})

test('uploads, downloads and streams', async () => {
  expect(await run('photos')).toBe('300,300,"300",20,21,Too large')
  expect(await run('watched')).toEqual(['late since 1', 'heartbeat: ping', 'note: returned'])
  expect(await run('exported')).toHaveLength(5)
  expect(await run('watchedWhole')).toEqual([
    200,
    2,
    new Date('2026-11-01T07:30:00Z'),
    'heartbeat',
    'note',
    'changed',
  ])
  expect(await run('triedToWatch', 'l1')).toBe('changed')
  expect(await run('triedToWatch', 'l9')).toBe('No such loan')
  expect(await run('without')).toEqual([undefined, undefined])
})

test('the first day, without a server', async () => {
  expect(await run('withoutServer')).toEqual([true, true, 'string'])
  expect(await run('streamsWithoutServer')).toEqual([true, 'note: string', true, true])
  expect(service.received).toEqual([])
})
