import type { Rule } from '../model/rules/rule.js'
import type { Finding } from './finding.js'
import { receivedOf } from './values.js'

/** The integers of formats. A format is an annotation, so values outside are valid, but most programs lose them. */
const RANGES: Readonly<Record<string, readonly [least: number, below: number]>> = {
  int32: [-(2 ** 31), 2 ** 31],
  uint32: [0, 2 ** 32],
  int64: [-(2 ** 63), 2 ** 63],
  uint64: [0, 2 ** 64],
}

/** Integers that do not fit into the format of the document, or that JavaScript cannot read exactly. */
export function integerFaults(
  { types, text }: Pick<Rule, 'types' | 'text'>,
  value: number,
): Pick<Finding, 'kind' | 'degree' | 'expected' | 'received' | 'receivedValue' | 'change'>[] {
  if (!Number.isInteger(value)) return []
  const format = text?.format
  const range = format === undefined ? undefined : RANGES[format]
  if (range && !isWithin(value, range)) {
    return [
      {
        kind: 'inexact-integer',
        degree: 'new',
        expected: `an integer of the format ${format}`,
        ...receivedOf(value),
        change:
          format === 'int32'
            ? { kind: 'format', format: 'int64' }
            : { kind: 'drop', keyword: 'format' },
      },
    ]
  }
  const isWhole = range !== undefined || types?.includes('integer') === true
  if (!isWhole || types?.includes('number') || Number.isSafeInteger(value)) return []
  return [
    {
      kind: 'inexact-integer',
      degree: 'new',
      expected: 'an integer up to 2^53, which JavaScript reads exactly',
      ...receivedOf(value),
    },
  ]
}

/** Above 2^53, the nearest number that exists may be the first one outside. */
function isWithin(value: number, [least, below]: readonly [number, number]): boolean {
  return value >= least && (below > 2 ** 53 ? value <= below : value < below)
}
