import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { compileText } from '../../../generator/src/emit/typescript/compiler.js'
import { knownStatement } from '../../../generator/src/emit/typescript/known/statements.js'

function modulesOf(name: string): { file: string; text: string }[] {
  const folder = fileURLToPath(new URL(`../../../packages/${name}/src/`, import.meta.url))
  return readdirSync(folder).map((file) => ({
    file: `${name}/${file}`,
    text: readFileSync(path.join(folder, file), 'utf8'),
  }))
}

const generated = ['routing', 'node-rpc'].flatMap(modulesOf)

/** The statements of a module, by the blank lines between them. */
function statementsOf(text: string): string[] {
  return text.split(/\n\n(?=[a-z/])/).filter((statement) => !statement.startsWith('// '))
}

/** Whether nothing of it is left to the compiler. */
function isKnown(text: string): boolean {
  let at: number | undefined = 0
  while (at !== undefined && at < text.trimEnd().length) at = knownStatement(text, at)?.end
  return at !== undefined
}

function parses(text: string): boolean {
  return compileText('a.ts', text).faults.length === 0
}

describe('what is known', () => {
  test('modules of types and constants, so that the compiler is left with functions', () => {
    const large = /(?:types|inputs|schema|operations|examples|world)\.ts$/
    const left = generated.filter(({ file, text }) => large.test(file) && !isKnown(text))
    expect(left.map(({ file }) => file)).toEqual([])
  })

  test('names are those that are exported', () => {
    expect(knownStatement('type A = 1\n', 0)).toEqual({ end: 10 })
    expect(knownStatement('export type A = 1\n', 0)).toEqual({ end: 17, type: 'A' })
    expect(knownStatement('export interface A {}\n', 0)).toEqual({ end: 21, type: 'A' })
    expect(knownStatement('export const a: A = b(1)\n', 0)).toEqual({ end: 24, value: 'a' })
    expect(knownStatement("import { a, type B as C } from './b.js'\n", 0)).toEqual({ end: 39 })
  })
})

/** Letters that mean something, put where they were not meant to be. */
const STRAY = [
  ...'{}[]()<>|&:;,.?=!\'"/*\\-+@#`$ \n\t\r\u2028',
  '*/',
  '/*',
  '//',
  '=>',
  '...',
  'new ',
  'in ',
]

/** As random as needed, and the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    yield state / 2 ** 32
  }
}

function damaged(text: string, random: () => number): string {
  const at = Math.floor(random() * text.length)
  const stray = STRAY[Math.floor(random() * STRAY.length)] ?? ''
  const gone = Math.floor(random() * 3)
  return text.slice(0, at) + stray + text.slice(at + gone)
}

describe('what is not TypeScript is never known', () => {
  test('statements of our packages, damaged in one place', () => {
    const source = numbers(1)
    const random = (): number => source.next().value
    const short = generated
      .flatMap(({ text }) => statementsOf(text))
      .filter(({ length }) => length < 400)
    const wrong: string[] = []
    for (const statement of short) {
      const broken = damaged(statement, random)
      const known = knownStatement(broken, 0)
      if (known && !parses(broken.slice(0, known.end))) wrong.push(broken)
    }
    expect(wrong).toEqual([])
  })

  test.each([
    'export type class = string',
    'export type A = string<number>',
    'export type A = B | () => C',
    'export type A = (B | (a: C) => D)',
    'export type A = new',
    'export type A = 01',
    'export type A = 1a',
    'export interface A { -1: B }',
    'export interface A { a: B c: D }',
    'export interface A { a: B } }',
    "export type A = 'b\\'",
    "export type A = 'a\nb'",
    'export const a = (class) => 1',
    'export const a = b || () => c',
    'export const a = { if }',
    'export const a = { -1: b }',
    'export const a = [b c]',
    'export const a = f(,)',
    'export const enum = 1',
    "import if, { a } from './a.js'",
    "import type { A B } from './a.js'",
    'export type A = B /* never ends',
    'export type A = B\nC D',
  ])('%s', (text) => {
    const known = knownStatement(`${text}\n`, 0)
    expect(parses(text)).toBe(false)
    expect(known === undefined || parses(text.slice(0, known.end))).toBe(true)
    expect(known).toBeUndefined()
  })

  test.each([
    ['an index in the next line', 'export interface A {\n  a: B\n  [c: string]: D\n}'],
    ['a function that gives back a function', 'export type A = (a: B) => (c?: D) => E[]'],
    [
      'a union of lists',
      'export type A =\n  | (B | C)[]\n  | readonly [D, ...E[]]\n  | F.G<H, -1>["i"]',
    ],
    [
      'conditions',
      "const a = (v, at) =>\n  !b(v.c) || (typeof v['d'] === 'e' && f([...g], { ...h, i }))",
    ],
  ])('%s is', (_, text) => {
    expect(parses(text)).toBe(true)
    expect(isKnown(text)).toBe(true)
  })
})
