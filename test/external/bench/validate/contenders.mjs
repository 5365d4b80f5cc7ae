// Validators for the same values. Each only loads its own code.
import { readFileSync } from 'node:fs'

/** A turn says so often whether a value holds; what it says has to be right. */
function turnOf(is, { name, times }) {
  const text = readFileSync(new URL(`.cache/data-${name}.json`, import.meta.url), 'utf8')
  const { value, invalid } = JSON.parse(text)
  const check = (values, expected, count) => {
    for (let index = 0; index < count; index++) {
      if (is(values[index % values.length]) !== expected) throw new Error(`not ${expected}`)
    }
  }
  return (phase, isWarmUp) => {
    // As in a program that runs for days: some answers are wrong.
    if (isWarmUp && phase !== 'before') check(invalid, false, Math.max(200, times * 5))
    const count = isWarmUp ? Math.max(100, times * 5) : times
    if (phase === 'invalid') check(invalid, false, count)
    else check([value], true, count)
  }
}

const of = (maker, question) => async (given) =>
  turnOf(question(await import(`./.cache/${maker}-${given.type}.mjs`)), given)
const is = (made) => made.is

export const contenders = {
  tagwire: of('tagwire', ({ validator }) => validator.is),
  typebox: of('typebox', is),
  ajv: of('ajv', is),
  zod: of('zod', is),
  valibot: of('valibot', is),
  'zod without eval': of('zod-no-eval', is),
  'tagwire strict': of('tagwire', ({ validator }) => validator.strict.is),
  'tagwire check': of(
    'tagwire',
    ({ validator }) =>
      (value) =>
        validator.check(value).length === 0,
  ),
}

/** Only for `block_results`. */
export const byHand = 'by hand'
contenders[byHand] = async (given) => turnOf((await import('./by-hand.mjs')).isBlockResults, given)
