import { afterAll, beforeAll, expect, test } from 'vitest'

/** What code out of the hostile document would set, were it ever run. */
const CANARY = 'canary'

beforeAll(() => Reflect.deleteProperty(globalThis, CANARY))
afterAll(() => Reflect.deleteProperty(globalThis, CANARY))

test('the modules of a hostile document load and do nothing', async () => {
  const index = await import('./hostile/expected/src/index.js')
  await import('./hostile/expected/src/schema.js')
  index.createHostileClient({ fetch: () => Promise.reject(new Error('not called')) })
  expect(Object.hasOwn(globalThis, CANARY)).toBe(false)
  expect(Object.getPrototypeOf({})).toBe(Object.prototype)
  expect(index.servers.map(({ url }) => new URL(url).protocol)).toEqual(['https:'])
})

test('its keys work, whatever their names are', async () => {
  const index = await import('./hostile/expected/src/index.js')
  const proto = index.tagsProto('text')
  expect(JSON.stringify(proto)).toBe('{"__proto__":"text"}')
  expect(Object.getPrototypeOf(proto)).toBe(Object.prototype)
  expect(index.tagsKind(JSON.parse('{"__proto__":"text"}'))).toBe('__proto__')
  expect(index.tagsKind(index.tagsConstructor(1))).toBe('constructor')
  expect(index.tagsKind('*/ unit')).toBe('*/ unit')
  expect(index.tagsKind({})).toBeUndefined()
  expect(index.pairsKind(index.pairsA('x'))).toBe("a'")
  expect(index.colours).toContain('__proto__')
})
