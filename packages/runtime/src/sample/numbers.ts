import type { DrawContext } from './draw-context.js'
import { wordsOf } from './draw-context.js'
import { chance } from './random.js'
import type { SampleNumber } from './rule.js'

/** A number within all limits that suits the name of its place. */
export function numberFor(
  rules: readonly SampleNumber[],
  isInteger: boolean,
  context: DrawContext,
): number | undefined {
  const steps = rules.flatMap(({ step }) => (step !== undefined && step > 0 ? [step] : []))
  const step = steps.reduce(commonMultiple, isInteger ? 1 : 0)
  const low = Math.max(...rules.map(({ least = -Infinity }) => least), -Infinity)
  const above = Math.max(...rules.map((each) => each.above ?? -Infinity), -Infinity)
  const high = Math.min(...rules.map(({ most = Infinity }) => most), Infinity)
  const below = Math.min(...rules.map((each) => each.below ?? Infinity), Infinity)
  const fits = (value: number): boolean =>
    value >= low && value > above && value <= high && value < below && Number.isFinite(value)
  const wanted = plausible(context, isInteger)
  const [first, last] = [Math.max(low, above), Math.min(high, below)]
  const middle = Number.isFinite(first) && Number.isFinite(last) ? (first + last) / 2 : wanted
  const candidates = [wanted, first, last, middle, first + 1, last - 1, 0, 1, first + (step || 0.5)]
  for (const candidate of candidates) {
    if (!Number.isFinite(candidate)) continue
    for (const round of [Math.round, Math.ceil, Math.floor]) {
      const value = step > 0 ? multiple(round(candidate / step), step) : candidate
      if (fits(value) && (!isInteger || Number.isInteger(value))) return value
    }
  }
  return undefined
}

/** Without the error that a product of fractions has: three times 0.1 is 0.3. */
function multiple(times: number, step: number): number {
  const digits = /\.(\d+)$/.exec(String(step))?.[1]?.length ?? 0
  return digits === 0 ? times * step : Number((times * step).toFixed(digits))
}

function commonMultiple(left: number, right: number): number {
  if (left === 0) return right
  const scale = 10 ** Math.max(decimals(left), decimals(right))
  const [a, b] = [Math.round(left * scale), Math.round(right * scale)]
  return (a / divisor(a, b)) * (b / scale)
}

function decimals(value: number): number {
  return /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0
}

function divisor(left: number, right: number): number {
  return right === 0 ? left : divisor(right, left % right)
}

/** By words of a name: the first that fits decides. */
const KNOWN: readonly (readonly [words: RegExp, value: number, spread: number])[] = [
  [/^(?:lat|latitude)$/, 52.52, 0],
  [/^(?:lng|lon|longitude)$/, 13.405, 0],
  [/^year$/, 2026, 0],
  [/^month$/, 1, 11],
  [/^day$/, 1, 27],
  [/^hours?$/, 9, 8],
  [/^port$/, 8080, 0],
  [/^status$/, 200, 0],
  [/^(?:page|version|revision)$/, 1, 0],
  [/^(?:limit|size|per)$/, 20, 0],
  [/^(?:percent|percentage|rate|ratio|share|score)$/, 12, 60],
  [/^(?:price|amount|total|subtotal|cost|fee|balance|tax|sum)$/, 19.9, 80],
  [/^(?:timestamp|time|at|date|expires|created|updated)$/, 1_768_469_400, 86_400],
  [/^(?:width|height)$/, 640, 400],
  [/^(?:bytes|length)$/, 2048, 4000],
  [/^age$/, 30, 30],
  [/^(?:count|quantity|qty|number)$/, 2, 8],
  [/^(?:id|ids)$/, 1000, 9000],
]

function plausible(context: DrawContext, isInteger: boolean): number {
  const share = chance(context.seed, context.path, 'number')
  const words = [...wordsOf(context.name)].reverse()
  for (const [known, value, spread] of KNOWN) {
    if (!words.some((word) => known.test(word))) continue
    const found = value + share * spread
    return isInteger ? Math.round(found) : Math.round(found * 1000) / 1000
  }
  return isInteger ? 1 + Math.floor(share * 40) : Math.round((1 + share * 40) * 100) / 100
}
