import { type Dictionary, isDictionary } from '../../../model/json.js'
import { type DocumentSide, type Documents, newNameOf, oldNamesOf } from '../../documents.js'

type Sides<Value> = Readonly<Record<DocumentSide, Value>>

/** Rules as text, with the names of the new document. */
export interface RuleTexts {
  readonly nameOf: Sides<(name: string) => string>
  readonly textOf: Sides<(rule: object) => string>
  /** Whether everything that a text refers to means the same in both documents. */
  readonly isSame: (text: string) => boolean
}

export function ruleTexts(documents: Documents): RuleTexts {
  const { before, after } = documents
  const oldNames = oldNamesOf(documents)
  const nameOf = { before: newNameOf(documents, 'before'), after: newNameOf(documents, 'after') }
  const textOf = { before: writer(nameOf.before), after: writer(nameOf.after) }

  /** Whether a type refers only to the same, itself among them. */
  const same = new Map<string, boolean>()
  const isSameName = (name: string): boolean => {
    const known = same.get(name)
    if (known !== undefined) return known
    const seen = new Set([name])
    for (const each of seen) {
      const text = textOfPair(each)
      if (text === undefined || same.get(each) === false) {
        same.set(name, false)
        return false
      }
      for (const other of namesIn(text)) if (same.get(other) !== true) seen.add(other)
    }
    for (const each of seen) same.set(each, true)
    return true
  }

  /** The text that both documents have for a type. */
  const textOfPair = (name: string): string | undefined => {
    const now = after.get(name)
    const old = before.get(oldNames.get(name) ?? name)
    if (!now || !old) return undefined
    const text = textOf.after(now.rule)
    return text === textOf.before(old.rule) ? text : undefined
  }

  return { nameOf, textOf, isSame: (text) => namesIn(text).every(isSameName) }
}

function writer(nameOf: (name: string) => string): (rule: object) => string {
  const known = new WeakMap<object, string>()
  return (rule) => writtenRule(rule, nameOf, known)
}

/** A rule, or a part of one, as comparable text. Parts are written once: rules are compared with and without what is around them. */
export function writtenRule(
  rule: unknown,
  nameOf: (name: string) => string,
  known = new WeakMap<object, string>(),
): string {
  const write = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
    const before = known.get(value)
    if (before !== undefined) return before
    const text = Array.isArray(value) ? `[${value.map(write).join()}]` : writeMembers(value)
    known.set(value, text)
    return text
  }
  const writeMembers = (value: object): string => {
    const members = Object.entries(isDictionary(value) ? unwrapped(value) : value)
      .filter(([key, each]) => each !== undefined && !isSource(key, each))
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, each]) => {
        const isName = key === 'reference' && typeof each === 'string'
        return `${JSON.stringify(key)}:${isName ? JSON.stringify(nameOf(each)) : write(each)}`
      })
    return `{${members.join()}}`
  }
  return write(rule)
}

/** Where a rule is written; the source of a pattern is a text. */
function isSource(key: string, value: unknown): boolean {
  return key === 'source' && typeof value === 'object'
}

/** `allOf` and unions of one are that one. */
function unwrapped(rule: Dictionary): Dictionary {
  const { all, choices, source: _, ...own } = rule
  if (Object.keys(own).length > 0 || (all !== undefined) === (choices !== undefined)) return rule
  const choice: unknown = Array.isArray(choices) && choices.length === 1 ? choices[0] : undefined
  const isTagged = isDictionary(choice) && choice.tagging !== undefined
  const list = isDictionary(choice) && !isTagged ? choice.members : all
  const [only, ...more]: unknown[] = Array.isArray(list) ? list : []
  return isDictionary(only) && more.length === 0 ? unwrapped(only) : rule
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/"reference":"((?:[^"\\]|\\.)*)"/g)].map(([, name = '']) => name)
}
