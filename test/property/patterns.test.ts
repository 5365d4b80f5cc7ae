import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matches } from '../../generator/src/check/texts.js'
import { expressionOf } from '../../generator/src/lower/rules/patterns.js'
import type { Expression } from '../../generator/src/model/rules/rule.js'
import { patienceMs, runs } from './length.js'

// Expressions as documents of strangers could have them: whatever is accepted answers soon, and says what
// JavaScript's own engine says where that one can be asked.

const letter = fc.constantFrom(
  'a',
  'b',
  '[ab]',
  '[^a]',
  '\\w',
  '\\d',
  '.',
  'é',
  '\\s',
  '-',
  '\\p{L}',
  '0',
)

function group(inner: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.array(inner, { minLength: 1, maxLength: 3 }).map((each) => `(?:${each.join('|')})`)
}

function repeated(inner: fc.Arbitrary<string>, most: number): fc.Arbitrary<string> {
  const count = fc
    .tuple(fc.nat(most), fc.nat(most))
    .map(([one, other]) => `{${Math.min(one, other)},${Math.max(one, other)}}`)
  const quantifier = fc.oneof(fc.constantFrom('*', '+', '?', '*?', '{2,}'), count)
  return fc.tuple(inner, quantifier).map((parts) => parts.join(''))
}

function source(most: number): fc.Arbitrary<string> {
  const { body } = fc.letrec<{ atom: string; body: string }>((tie) => ({
    atom: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      letter,
      fc.constantFrom('(?<!-)', '(?=a)', '\\b', '(?!\\d)'),
      group(tie('body')),
    ),
    body: fc
      .array(fc.oneof(tie('atom'), repeated(fc.oneof(letter, group(tie('body'))), most)), {
        minLength: 1,
        maxLength: 4,
      })
      .map((parts) => parts.join('')),
  }))
  return fc
    .tuple(fc.constantFrom('^', ''), body, fc.constantFrom('$', '', '!'))
    .map((parts) => parts.join(''))
}

function accepted(pattern: string): Expression | undefined {
  const at = { value: pattern, source: { file: 'a.json', pointer: '' } }
  return expressionOf(at, pattern, () => {})
}

describe('patterns of strangers', () => {
  test(
    'match any 5,000 characters within 50 milliseconds',
    () => {
      const part = fc.array(fc.constantFrom('a', 'b', '0', '-', 'é', ' ', '😀'), {
        minLength: 1,
        maxLength: 3,
      })
      const end = fc.constantFrom('', '!', '\n', 'ab')
      fc.assert(
        fc.property(
          source(60),
          fc.array(fc.tuple(part, end), { maxLength: 4 }),
          (pattern, texts) => {
            const expression = accepted(pattern)
            if (!expression) return
            for (const [parts, ending] of [...texts, [['a'], '!'] as const]) {
              const text =
                parts
                  .join('')
                  .repeat(5000)
                  .slice(0, 5000 - ending.length) + ending
              expect(quickest(() => matches(expression, text))).toBeLessThan(50)
            }
          },
        ),
        runs(150),
      )
    },
    patienceMs,
  )

  test(
    'mean what they mean to JavaScript',
    () => {
      const text = fc.array(fc.constantFrom('a', 'b', '0', '-', 'é', ' ', '😀', '!', '\n'), {
        maxLength: 7,
      })
      fc.assert(
        fc.property(source(3), fc.array(text, { maxLength: 20 }), (pattern, texts) => {
          const expression = accepted(pattern)
          if (!expression) return
          const own = new RegExp(pattern, expression.flags)
          for (const each of texts.map((parts) => parts.join(''))) {
            expect([each, matches(expression, each)]).toEqual([each, own.test(each)])
          }
        }),
        runs(150),
      )
    },
    patienceMs,
  )
})

/** CPU milliseconds, the best of three, so that other programs do not count. */
function quickest(run: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3 && least >= 50; round++) {
    const start = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(start)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
