import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { judgeOf } from '../probe/probe.fixture.js'
import { compile } from './compile.fixture.js'

/** What is said about a schema with a pattern, and what its validator takes. */
async function made(pattern: string) {
  const { diagnostics, validators, text } = await compile({ $defs: { It: { pattern } } })
  const { It } = validators
  if (!It) throw new Error('no validator')
  return { messages: diagnostics.map((each) => each.message), it: It, text }
}

/** Of the processor: other programs of this machine are not what is measured. */
function milliseconds(run: () => unknown): number {
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** Texts that hurt: much of the same, and then something else. */
const attacks = ['a', '0', '-', ' ', '/', 'ab', 'a-', '1.', 'a@', 'a.'].flatMap((part) =>
  ['', '!', '\n'].map((end) => part.repeat(5000 / part.length - 1) + end),
)

describe('patterns that keep an engine that backtracks busy', () => {
  const dangerous = [
    '^(?:a|aa){1,1000}$',
    '^(a?){40}a{40}$',
    '^(a+)+$',
    '(a*)*b',
    '^([a-z]+)*$',
    '^(a|a)*$',
    '(x+x+)+y',
    '^(\\d|\\w)+$',
    '((a{2,})+)$',
    '^(a?b*)+$',
    '^(?:\\w{1,20}){1,20}!',
    '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$',
    '^\\s+x|\\s+$',
    'a+$',
    '^([a-zA-Z0-9]+[a-zA-Z0-9\\-]*(?<!-))(\\.[a-zA-Z0-9]+[a-zA-Z0-9\\-]*(?<!-))*$',
    '\\ba+b|c',
  ]

  test.each(dangerous)('%s is checked by a matcher that reads a text once', async (pattern) => {
    const { messages, it, text } = await made(pattern)
    expect(messages).toEqual([])
    expect(text).toContain('linearPattern(')
    for (const attack of attacks) {
      expect(milliseconds(() => it.is(attack))).toBeLessThan(250)
    }
  })

  test.each(dangerous)('%s means what it means to JavaScript', async (pattern) => {
    const { it } = await made(pattern)
    const judge = await judgeOf({ $defs: { It: { pattern } } })
    const expression = new RegExp(pattern)
    const texts = textsOf(['', 'a', 'b', 'x', ' ', '@', '.', '-', 'z', '0'], 3)
    const different = texts.filter((text) => {
      const fits = expression.test(text)
      return it.is(text) !== fits || judge?.(text).strict !== fits
    })
    expect(different).toEqual([])
  })

  test.each([
    ['^(?:\\w{1,900}){1,900}!', 'written out, its repetitions are too many'],
    ['(?:){2000000000}', 'written out, its repetitions are too many'],
    ['^(a)\\1$', 'it refers back to a group'],
    ['^(?<letter>a)\\k<letter>$', 'it refers back to a group'],
    ['^(?=.*[a-z])(?=.*[0-9]).+$', 'it looks ahead by more than one character'],
    ['(?<!ab)c', 'it looks behind by more than one character'],
  ])('%s is not checked, with a warning', async (pattern, why) => {
    const { messages, it, text } = await made(pattern)
    expect(messages).toEqual([`the pattern ${JSON.stringify(pattern)} is not checked: ${why}`])
    expect(text).not.toContain('pattern(')
    expect(it.is('anything')).toBe(true)
  })

  test('as a name of properties they do no harm either', async () => {
    const { validators } = await compile({
      $defs: {
        It: { patternProperties: { '^(a+)+$': { type: 'string' } }, additionalProperties: false },
      },
    })
    const value = { ['a'.repeat(40)]: 'b', [`${'a'.repeat(40)}!`]: 1 }
    expect(milliseconds(() => validators.It?.strict.check(value))).toBeLessThan(250)
    expect(validators.It?.strict.check(value)).toHaveLength(1)
    expect(validators.It?.strict.is({ aaa: 'b' })).toBe(true)
  })

  test('a document full of them is read in time', async () => {
    const pattern = (index: number): string =>
      `^(?:[a-z]{1,${index + 2}}|x?){0,9}[${String.fromCharCode(97 + (index % 26))}-z]*-${index}$`
    const properties = Object.fromEntries(
      Array.from({ length: 1500 }, (_, index) => [`p${index}`, { pattern: pattern(index) }]),
    )
    const start = performance.now()
    await compile({ $defs: { It: { properties } } })
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})

describe('patterns that take linear time', () => {
  test.each([
    '^[a-z]+$',
    '[a-z]+',
    'foo|bar',
    '^(a|ab)+$',
    '^(x|[^y]z)+$',
    '^(?:[a-z]{2}-)?(?!-)\\d{1,3}$',
    '^\\d{4}-\\d{2}-\\d{2}$',
    '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$',
    '^(/\\w+)*$',
    '^\\p{L}[\\p{L}\\p{N}_]*$',
    '^.{1,2000}$',
    '^(?:é|[^\\u00e9])+$',
  ])('%s stays with JavaScript, for texts of any length', async (pattern) => {
    const { messages, it, text } = await made(pattern)
    expect(messages).toEqual([])
    expect(text).toContain('new RegExp(')
    expect(text).not.toContain('linearPattern')
    for (const attack of attacks) expect(milliseconds(() => it.is(attack))).toBeLessThan(50)
  })

  test('a version number may be long', async () => {
    const { it } = await made(
      '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$',
    )
    expect(it.is(`1.2.3-${'alpha.'.repeat(2000)}1`)).toBe(true)
  })

  test.each([
    // Letters that no sample has: exact sets are needed to see that these overlap.
    '^(?:[\\u4e00-\\u4e05]+|[\\u4e03-\\u4e08]+)+$',
    '^(?:\\p{Script=Cherokee}|\\p{Lu})+!$',
    '^(?:[^a]|[\\ud7a0])*b$',
  ])('%s overlaps in letters that are seldom seen', async (pattern) => {
    expect((await made(pattern)).text).toContain('linearPattern(')
  })
})

test('only packages that need the matcher carry it', () => {
  for (const name of ['routing', 'node-rpc']) {
    const file = new URL(`../../../packages/${name}/src/validate.ts`, import.meta.url)
    expect(readFileSync(file, 'utf8')).not.toContain('linearPattern')
  }
})

function textsOf(letters: readonly string[], length: number): string[] {
  let texts = ['']
  for (let round = 0; round < length; round++) {
    texts = texts.flatMap((text) => letters.map((letter) => text + letter))
  }
  return [...new Set(texts)]
}
