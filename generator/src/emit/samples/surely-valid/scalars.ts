import { commonTypes } from '../../../check/samples.js'
import type { NumberRule, TextRule } from '../../../model/rules/rule.js'
import { isCheckedFormat } from '../../../model/shapes/formats.js'
import type { GatheredRules } from './gathered-rules.js'

/** Formats whose texts are the same wherever they are, and shorter than this. */
const LONG = 200
const FIXED = new Set([
  'base64',
  'byte',
  'date',
  'date-time',
  'decimal',
  'duration',
  'email',
  'hex',
  'hex-lower',
  'hostname',
  'int64',
  'integer',
  'ipv4',
  'ipv6',
  'regex',
  'time',
  'uint64',
  'uri',
  'uri-reference',
  'uuid',
])

export function isFittingText({ pattern, format, bytes, least = 0, most = LONG }: TextRule) {
  if (pattern || bytes || least > most) return false
  return !isChecked(format) || (least < 2 && most >= LONG && FIXED.has(format))
}

/** A limit on one side, or whole limits on both. */
export function isFittingNumber({ least, most, above, below, step }: NumberRule): boolean {
  if (step !== undefined) return false
  if (least === undefined && above === undefined) return true
  if (most === undefined && below === undefined) return true
  if (above !== undefined || below !== undefined) return false
  return Math.ceil(least ?? 0) <= Math.floor(most ?? 0)
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && !Array.isArray(value)
  return typeof value === type
}

/** One of these values is taken, and not fitted to anything else: each of them has to be valid as it is. */
export function isListed(
  values: readonly unknown[],
  { types, usual, texts, numbers, lists, records }: GatheredRules,
): boolean {
  const usable = values.filter(
    (each) => each !== null && (!types || types.some((type) => isOfType(each, type))),
  )
  const isLimited = [numbers, lists, records].some((limits) => limits.length > 0)
  return (
    usable.length > 0 &&
    !isLimited &&
    usable.every(
      (each) =>
        (!usual || usual.includes(each)) &&
        (typeof each !== 'string' || texts.every((text) => isWithin(text, each))),
    )
  )
}

function isWithin({ pattern, format, least = 0, most }: TextRule, text: string): boolean {
  const { length } = [...text]
  const isFree = !pattern && !isChecked(format)
  return isFree && length >= least && (most === undefined || length <= most)
}

function isChecked(format: string | undefined): format is string {
  return format !== undefined && isCheckedFormat(format)
}

export function isOnly(types: readonly string[] | undefined, type?: string): boolean {
  return types?.every((each) => each === type) === true
}

export function areDisjoint(all: readonly (readonly string[] | undefined)[]): boolean {
  return all.every((types, index) =>
    all
      .slice(index + 1)
      .every((others) => types && others && isOnly(commonTypes(types, others), 'null')),
  )
}
