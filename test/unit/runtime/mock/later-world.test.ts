import { describe, expect, it } from 'vitest'
import type { HttpMockOptions } from '../../../../packages/runtime/src/mock/http.js'
import { createHttpMock } from '../../../../packages/runtime/src/mock/http.js'
import { withoutWorld } from '../../../../packages/runtime/src/mock/later-world.js'

const operations = { pet: { name: 'pet', method: 'GET', path: '/pets/{id}' } }
const world = { parts: {}, answers: { pet: [{ answer: { name: 'Tib' } }] }, modes: {} }

function mockWith(
  source: () => Promise<{ world: typeof world }>,
  options: HttpMockOptions = {},
  handlers: object = {},
) {
  const facts = { operations, examples: { pet: { name: 'Rex' } }, world: source, modes: ['odd'] }
  const fetch = createHttpMock(facts, handlers, options)
  return () => fetch('http://pets.example/pets/1')
}

const missing = () =>
  Promise.reject(new Error("Cannot find package '@acme/world'")).catch(withoutWorld('@acme/world'))

describe('a world in another package', () => {
  it('is loaded once, when a call needs it', async () => {
    let loaded = 0
    const ask = mockWith(async () => {
      loaded++
      return { world }
    })
    expect(loaded).toBe(0)
    expect(await (await ask()).json()).toEqual({ name: 'Tib' })
    expect((await ask()).headers.get('x-tagwire-mock')).toBe('world')
    expect(loaded).toBe(1)
  })

  it('that is not installed: the answer says what to do, each time', async () => {
    const ask = mockWith(missing)
    for (const _again of [1, 2]) {
      const answer = await ask()
      expect(answer.status).toBe(501)
      const { message } = await answer.json()
      expect(message).toContain("Cannot find package '@acme/world'")
      expect(message).toContain('npm install --save-dev @acme/world')
    }
  })

  it('is not needed by handlers or examples', async () => {
    const handled = await mockWith(missing, {}, { pet: () => ({ name: 'Ada' }) })()
    expect(await handled.json()).toEqual({ name: 'Ada' })
    const example = await mockWith(missing, { onUnknown: 'example' })()
    expect(await example.json()).toEqual({ name: 'Rex' })
    expect(example.headers.get('x-tagwire-mock')).toBe('example')
  })

  it('has modes that are checked before it is loaded', () => {
    expect(() => mockWith(missing, { mode: 'even' })).toThrow('no mode even; there are: odd')
    expect(() => mockWith(missing, { mode: 'odd' })).not.toThrow()
  })
})
