import { isOfType } from '../model/json.js'
import type { NumberRule, Rule, TextRule } from '../model/rules/rule.js'
import type { Degree, Finding, Kind, LimitKeyword, Path } from './finding.js'
import { integerFaults } from './integers.js'
import { skeletonOf } from './skeleton.js'
import { hasFormat, matches } from './texts.js'
import {
  isSame,
  lengthOf,
  listed,
  receivedName,
  receivedOf,
  receivedWithType,
  typeOf,
} from './values.js'

type Fault = Pick<Finding, 'kind' | 'expected' | 'received' | 'receivedValue' | 'change' | 'degree'>

/** Findings for type and values, and for limits that only apply to values of one type. */
export function scalarFindings(rule: Rule, value: unknown, path: Path): Finding[] {
  const type = typeFault(rule, value)
  const faults = type ? [type] : valueFaults(rule, value)
  if (typeof value === 'string' && rule.text) faults.push(...textFaults(rule.text, value))
  if (typeof value === 'number') {
    if (rule.number) faults.push(...numberFaults(rule.number, value))
    if (!type) faults.push(...integerFaults(rule, value))
  }
  // Each was made here, so none has to be copied.
  return faults.map((fault) => Object.assign(fault, { path, rule }))
}

function typeFault({ types }: Rule, value: unknown): Fault | undefined {
  if (!types || types.some((type) => isOfType(value, type))) return undefined
  const own = typeOf(value)
  return {
    kind: 'wrong-type',
    degree: 'problem',
    expected: types.join(' or '),
    ...receivedWithType(value),
    change: {
      kind: 'types',
      types: [own],
      skeletons: own === 'object' || own === 'array' ? [skeletonOf(value)] : [],
    },
  }
}

function valueFaults({ values, open }: Rule, value: unknown): Fault[] {
  if (!values || values.some((each) => isSame(each, value))) return []
  const unknown = open && typeof value === 'string'
  return [
    {
      kind: unknown ? 'unknown-value' : 'wrong-value',
      degree: unknown ? 'exact' : 'problem',
      expected: listed(values),
      ...receivedName(value),
      change: { kind: 'values', values: [value] },
    },
  ]
}

function textFaults({ least, most, pattern, format }: TextRule, value: string): Fault[] {
  const length = lengthOf(value)
  const dropped = (keyword: string, degree: Degree, expected: string): Fault => ({
    kind: 'wrong-format',
    degree,
    expected,
    ...receivedOf(value),
    change: { kind: 'drop', keyword },
  })
  const fits = !pattern || matches(pattern, value)
  return [
    ...(format === undefined || hasFormat(value, format)
      ? []
      : [dropped('format', 'exact', `text in the format ${format}`)]),
    ...(fits ? [] : [dropped('pattern', 'problem', `text like /${pattern?.source}/`)]),
    ...bounds('minLength', 'maxLength', 'characters', { least, most }, length),
  ]
}

/** Computed in exactly the same way as in validators. */
function isMultiple(value: number, step: number): boolean {
  const times = value / step
  if (Number.isInteger(step) || !Number.isFinite(times)) return value % step === 0
  // Decimal fractions are not exact in binary: 0.0075 is 75 times 0.0001.
  return Math.abs(times - Math.round(times)) <= Math.abs(times) * Number.EPSILON * 4
}

function numberFaults({ least, most, above, below, step }: NumberRule, value: number): Fault[] {
  const whole = step === undefined || isMultiple(value, step)
  return [
    ...bounds('minimum', 'maximum', '', { least, most }, value),
    ...(above !== undefined && value <= above
      ? [limit('exclusiveMinimum', `more than ${above}`, value)]
      : []),
    ...(below !== undefined && value >= below
      ? [limit('exclusiveMaximum', `less than ${below}`, value)]
      : []),
    ...(whole
      ? []
      : [
          {
            kind: 'out-of-bounds' as const,
            degree: 'problem' as const,
            expected: `a multiple of ${step}`,
            ...receivedOf(value),
            change: { kind: 'drop' as const, keyword: 'multipleOf' },
          },
        ]),
  ]
}

/** Whether a count is within its limits. */
export function bounds(
  leastKeyword: LimitKeyword,
  mostKeyword: LimitKeyword,
  things: string,
  { least, most }: { readonly least?: number | undefined; readonly most?: number | undefined },
  value: number,
): Fault[] {
  const unit = things === '' ? '' : ` ${things}`
  return [
    ...(least !== undefined && value < least
      ? [limit(leastKeyword, `at least ${least}${unit}`, value)]
      : []),
    ...(most !== undefined && value > most
      ? [limit(mostKeyword, `at most ${most}${unit}`, value)]
      : []),
  ]
}

function limit(keyword: LimitKeyword, expected: string, value: number): Fault {
  const kind: Kind = 'out-of-bounds'
  const change = { kind: 'limit', keyword, value } as const
  return { kind, degree: 'problem', expected, received: String(value), change }
}
