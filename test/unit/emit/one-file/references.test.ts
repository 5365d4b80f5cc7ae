import { expect, test } from 'vitest'
import { readNames } from '../../../../generator/src/emit/one-file/references.js'
import {
  bindingsOf,
  parseStatements,
  TYPE,
} from '../../../../generator/src/emit/one-file/syntax.js'

/** The names that a statement takes from outside: types after a colon, what is called late in brackets. */
function outside(text: string): string {
  const [statement] = parseStatements(text)
  if (!statement) throw new Error('no statement')
  const own = bindingsOf(statement).map(({ start }) => start)
  return readNames(statement)
    .references.filter(({ start }) => !own.includes(start))
    .map(({ name, meaning, isLate, isShorthand }) => {
      const shown = `${meaning === TYPE ? ':' : ''}${name}${isShorthand ? '!' : ''}`
      return isLate ? `(${shown})` : shown
    })
    .join(' ')
}

test.each([
  ['type parameters', 'type A<T extends B> = T | C<T>', ':B :C'],
  [
    'members are no names',
    'interface A extends B<C> { d: E; f(g: H): I; readonly [j]?: K }',
    ':B :C :E (:H) (:I) j :K',
  ],
  [
    'inferred and mapped',
    'type A<T> = T extends B<infer U> ? { [K in keyof U]: K | D } : U',
    ':B :D :U',
  ],
  ['a qualified name', 'type A = B.C | typeof d.e', ':B d'],
  ['guards', 'function a(b: unknown): b is C { return d(b) }', '(:C) (d)'],
  [
    'parameters and what is inside',
    'function a({ b, c: [d] = e }: F, ...g: H[]) { const i = b; return { i, d, j, g } }',
    '(e) (:F) (:H) (j!)',
  ],
  ['a local function and a block', 'const a = () => { { const b = 1; c(b) } return b }', '(c) (b)'],
  [
    'loops and errors',
    'function a() { for (const b of c) d(b); try { e() } catch (f) { g(f) } }',
    '(c) (d) (e) (g)',
  ],
  [
    'classes',
    'class A extends B<C> implements D { static e = f; g = h; #i = 1; constructor(private j: K) { super(l) } }',
    'B :C :D f (h) (:K) (l)',
  ],
  [
    'named tuples and functions',
    'type A = [b: C, ...d: E[]] | ((f: G) => asserts f is H)',
    ':C :E (:G) (:H)',
  ],
  [
    'members, keys and labels',
    'const a = b.c?.[d] ?? { e: f, [g]: h, i() { return j } }',
    'b d f g h (j)',
  ],
  ['a template and an assertion', 'const a = `$' + '{b}` as C satisfies D', 'b :C :D'],
  ['a switch', 'function a(b) { switch (b) { case c: const d = e; return d } }', '(e) (c)'],
])('%s', (_, text, expected) => {
  expect(outside(text.replace('private ', ''))).toBe(expected)
})

test('calls count when the module is loaded, not when a function runs', () => {
  const calls = (text: string) => parseStatements(text).map((each) => readNames(each).calls)
  expect(
    calls('const a = b(); const c = () => d(); class E { f = g() } class H { static i = j() }'),
  ).toEqual([true, false, false, true])
})
