import {
  type DocumentExtensions,
  extensionWord,
  type OperationExtensions,
} from '../model/extensions.js'
import { canonical, isDictionary } from '../model/json.js'
import type { Model } from '../model/model.js'
import type { Operation } from '../model/operations/operation.js'
import type { Source } from '../model/shapes/shape.js'
import { type Comparison, report, type Spot } from './comparison.js'

// Compares the x-tagwire extensions of both documents, as they are in the model.

/** Extensions that restrict where a method can be called. */
const CONDITIONS: readonly string[] = ['transports', 'requires']

export function compareOperationExtensions(
  on: Comparison,
  before: Operation,
  after: Operation,
  spot: Spot,
): void {
  for (const { key, name, old, now } of pairs(before.extensions, after.extensions)) {
    if (textOf(old, on.renamed) === textOf(now, new Map())) continue
    const condition = CONDITIONS.includes(key)
    const at = { ...spot, before: within(before.source, name), after: within(after.source, name) }
    if (old === undefined)
      report(on, condition ? 'condition-added' : 'word-added', at, `${name} added`)
    else if (now === undefined) {
      const kind = condition ? 'condition-removed' : 'word-removed'
      report(on, kind, at, `${name} removed`, { side: 'old' })
    } else report(on, condition ? 'condition-added' : 'word-changed', at, `${name} changed`)
  }
}

/** Extensions of the document that only affect documentation. */
const FOR_PEOPLE: readonly string[] = ['keywords', 'settings', 'transports']

export function compareDocumentExtensions(
  on: Comparison,
  before: Model,
  after: Model,
  spot: Spot,
): void {
  for (const { key, name, old, now } of pairs(before.extensions, after.extensions)) {
    const people = FOR_PEOPLE.includes(key)
    const same = people
      ? canonical(old) === canonical(now)
      : textOf(old, new Map()) === textOf(now, new Map())
    if (same) continue
    const at = { ...spot, before: within(spot.before, name), after: within(spot.after, name) }
    if (people)
      report(on, 'docs-changed', at, `${name} changed`, now === undefined ? { side: 'old' } : {})
    else if (old === undefined) report(on, 'word-added', at, `${name} added`)
    else if (now === undefined) report(on, 'word-removed', at, `${name} removed`, { side: 'old' })
    else if (isExtended(old, now)) report(on, 'word-extended', at, `${name} has more entries`)
    else report(on, 'word-changed', at, `${name} changed`)
  }
}

interface ExtensionPair {
  readonly key: string
  /** The name of the extension in documents. */
  readonly name: string
  readonly old: unknown
  readonly now: unknown
}

function pairs<Extensions extends DocumentExtensions | OperationExtensions>(
  before: Extensions,
  after: Extensions,
): ExtensionPair[] {
  const olds = new Map<string, unknown>(Object.entries(before))
  const nows = new Map<string, unknown>(Object.entries(after))
  const keys = new Set([...olds.keys(), ...nows.keys()])
  return [...keys].map((key) => ({
    key,
    name: `x-tagwire-${extensionWord(key)}`,
    old: olds.get(key),
    now: nows.get(key),
  }))
}

function within(source: Source, name: string): Source {
  return { ...source, pointer: `${source.pointer}/${name}` }
}

/** Whether every entry of the old list is in the new one, in the same order. */
function isExtended(before: unknown, after: unknown): boolean {
  if (!Array.isArray(before) || !Array.isArray(after)) return false
  const left = before.map((each) => canonical(each))
  for (const each of after) if (canonical(each) === left[0]) left.shift()
  return left.length === 0
}

/** Members that contain the name of a declaration. */
const POINTING: readonly string[] = ['notification', 'content']

/** An extension as comparable text: with new names, and without descriptions. */
function textOf(word: unknown, renamed: ReadonlyMap<string, string>): string {
  const pointed = isDictionary(word) ? withNames(word, renamed) : word
  return canonical(pointed, (key) => key === 'description' || key === 'summary')
}

function withNames(
  word: Readonly<Record<string, unknown>>,
  renamed: ReadonlyMap<string, string>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(word).map(([key, value]) => {
      const name = POINTING.includes(key) && typeof value === 'string' ? value : undefined
      return [key, name === undefined ? value : (renamed.get(name) ?? name)]
    }),
  )
}
