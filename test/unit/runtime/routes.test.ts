import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Routes } from '../../../packages/runtime/src/server/routes.js'
import { runs } from '../../property/length.js'

function routesOf(...templates: readonly string[]): Routes<string> {
  const routes = new Routes<string>()
  for (const each of templates) routes.add('GET', each, each)
  return routes
}

function found(routes: Routes<string>, path: string): unknown[] | undefined {
  const match = routes.find(path)
  return match && [match.methods.get('GET')?.[0]?.target, ...match.texts]
}

test.each([
  ['/pets', ['/pets']],
  ['/pets/1', ['/pets/{id}', '1']],
  ['/pets/mine', ['/pets/mine']],
  ['/pets/mine/toys', ['/pets/{id}/toys', 'mine']],
  ['/pets/a.b.json', ['/pets/{id}.json', 'a.b']],
  ['/pets/.json', ['/pets/{id}', '.json']],
  ['/from-1-to-2', ['/from-{a}-to-{b}', '1', '2']],
  ['/from--to-2', undefined],
  ['/from-1-to-', undefined],
  ['/caf%C3%A9', ['/café']],
  ['/pets/', undefined],
  ['/pets/1/2', undefined],
  ['/', ['/']],
])('%s', (path, expected) => {
  const routes = routesOf(
    ...['/', '/pets', '/pets/{id}', '/pets/{id}.json', '/pets/{id}/toys', '/pets/mine'],
    ...['/from-{a}-to-{b}', '/café'],
  )
  expect(found(routes, path)).toEqual(expected)
})

test('what stands between texts is found, if it does not contain them', () => {
  const word = fc.stringMatching(/^[a-z]{1,5}$/)
  const cases = fc.tuple(word, word, word)
  fc.assert(
    fc.property(cases, ([a, b, c]) => {
      const routes = routesOf('/{a}-{b}.{c}')
      expect(found(routes, `/${a}-${b}.${c}`)).toEqual(['/{a}-{b}.{c}', a, b, c])
    }),
    runs(100),
  )
})

test('a request takes as long as its own path', () => {
  const letters = [...'abcdefghij']
  const routes = routesOf(...letters.flatMap((a) => letters.map((b) => `/{x}/${a}/{y}/${b}`)))
  const start = performance.now()
  for (let index = 0; index < 1000; index++) found(routes, `/x/j/${'y'.repeat(1000)}/j`)
  expect(performance.now() - start).toBeLessThan(1000)
})
