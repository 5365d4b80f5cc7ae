import type { Model } from '../model/model.js'
import type { Operation } from '../model/operations/operation.js'
import { fingerprint } from '../model/shapes/fingerprint.js'
import type { Declaration, Shape } from '../model/shapes/shape.js'
import { receivedShapes, sentShapes } from './schemas/flow.js'

/** The same operation in both documents. */
export type OperationPair = readonly [before: Operation, after: Operation]

/**
 * New names of types by their old ones. A type was renamed if all that referred to the old name now
 * refers to the new one, and the two types are similar; or, if nothing refers to it, if exactly one new type
 * is identical.
 */
export function findRenames(
  before: Model,
  after: Model,
  operations: readonly OperationPair[],
): ReadonlyMap<string, string> {
  const old = new Map(before.declarations.map((each) => [each.name, each]))
  const now = new Map(after.declarations.map((each) => [each.name, each]))
  const removed = before.declarations.filter((each) => !now.has(each.name))
  const added = after.declarations.filter((each) => !old.has(each.name))
  if (removed.length === 0 || added.length === 0) return new Map()
  const moved = movedReferences(old, now, operations)
  const found = new Map<string, string>()
  for (const each of removed) {
    const name = onlyPartner(moved, each.name)
    const other = name === undefined ? undefined : now.get(name)
    if (other && isAlike(each.shape, other.shape)) found.set(each.name, other.name)
  }
  return withTwins(found, removed, added)
}

/** Types that nothing refers to, but that are identical to one new type. */
function withTwins(
  found: ReadonlyMap<string, string>,
  removed: readonly Declaration[],
  added: readonly Declaration[],
): ReadonlyMap<string, string> {
  const all = new Map(found)
  const taken = new Set(found.values())
  const texts = added
    .filter((each) => !taken.has(each.name))
    .map((each) => ({ name: each.name, text: fingerprint(each.shape), size: sizeOf(each.shape) }))
  const left = removed.filter((each) => !found.has(each.name) && sizeOf(each.shape) > 0)
  const oldTexts = left.map((each) => ({ name: each.name, text: fingerprint(each.shape, found) }))
  for (const { name, text } of oldTexts) {
    const twins = texts.filter((each) => each.text === text)
    const [twin] = twins
    const alone = oldTexts.filter((each) => each.text === text).length === 1
    if (twin && twins.length === 1 && alone) all.set(name, twin.name)
  }
  return all
}

type Moved = readonly (readonly [before: string, after: string])[]

/** References that have different names in the old and the new document. */
function movedReferences(
  old: ReadonlyMap<string, Declaration>,
  now: ReadonlyMap<string, Declaration>,
  operations: readonly OperationPair[],
): Moved {
  const moved: [string, string][] = []
  const seen = new Set<string>()
  const open: [Shape, Shape][] = []
  for (const [name, { shape }] of old) {
    const other = now.get(name)
    if (other) open.push([shape, other.shape])
  }
  for (const [before, after] of operations) open.push(...operationShapes(before, after))
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [before, after] = pair
    if (before.kind !== 'reference' || after.kind !== 'reference') {
      open.push(...shapesInside(before, after))
      continue
    }
    if (now.has(before.name) || old.has(after.name)) continue
    moved.push([before.name, after.name])
    const key = JSON.stringify([before.name, after.name])
    const [left, right] = [old.get(before.name), now.get(after.name)]
    if (left && right && !seen.has(key)) open.push([left.shape, right.shape])
    seen.add(key)
  }
  return moved
}

function onlyPartner(moved: Moved, name: string): string | undefined {
  const partners = new Set(moved.filter(([old]) => old === name).map(([, now]) => now))
  const [partner] = partners
  if (partner === undefined || partners.size > 1) return undefined
  return moved.every(([old, now]) => now !== partner || old === name) ? partner : undefined
}

function operationShapes(before: Operation, after: Operation): [Shape, Shape][] {
  const parameters = before.input.parameters.flatMap((old): [Shape, Shape][] => {
    const now = after.input.parameters.find((each) => each.name === old.name)
    return now ? [[old.shape, now.shape]] : []
  })
  const bodies = zip(
    sentShapes(before).slice(parametersOf(before)),
    sentShapes(after).slice(parametersOf(after)),
  )
  return [...parameters, ...bodies, ...zip(receivedShapes(before), receivedShapes(after))]
}

function parametersOf({ input }: Operation): number {
  return input.parameters.length
}

/** What is directly inside two shapes, if it exists in both. */
function shapesInside(before: Shape, after: Shape): [Shape, Shape][] {
  if (before.kind === 'nullable') return [[before.shape, bare(after)]]
  if (after.kind === 'nullable') return [[before, after.shape]]
  if (before.kind === 'list' && after.kind === 'list') return [[before.items, after.items]]
  if (before.kind === 'map' && after.kind === 'map') return [[before.values, after.values]]
  if (before.kind === 'tuple' && after.kind === 'tuple') return zip(before.items, after.items)
  if (before.kind === 'intersection' && after.kind === 'intersection') {
    return zip(before.parts, after.parts)
  }
  if (before.kind === 'record' && after.kind === 'record') {
    const rest: [Shape, Shape][] = before.rest && after.rest ? [[before.rest, after.rest]] : []
    return [...byName(before.fields, after.fields), ...rest]
  }
  if (before.kind === 'union' && after.kind === 'union') {
    const cases = before.cases.flatMap((old): [Shape, Shape][] => {
      const now = after.cases.find((each) => each.tag === old.tag)
      return old.payload && now?.payload ? [[old.payload, now.payload]] : []
    })
    return [...cases, ...byName(before.common, after.common)]
  }
  return []
}

function bare(shape: Shape): Shape {
  return shape.kind === 'nullable' ? shape.shape : shape
}

type Named = { readonly name: string; readonly shape: Shape }

function byName(before: readonly Named[], after: readonly Named[]): [Shape, Shape][] {
  const now = new Map(after.map((each) => [each.name, each.shape]))
  return before.flatMap(({ name, shape }): [Shape, Shape][] => {
    const other = now.get(name)
    return other ? [[shape, other]] : []
  })
}

function zip(before: readonly Shape[], after: readonly Shape[]): [Shape, Shape][] {
  return before.flatMap((shape, index): [Shape, Shape][] => {
    const other = after[index]
    return other ? [[shape, other]] : []
  })
}

/** At least half of their fields, variants or values have the same names. */
function isAlike(before: Shape, after: Shape): boolean {
  if (before.kind !== after.kind) return false
  const [old, now] = [new Set(wordsOf(before)), new Set(wordsOf(after))]
  if (old.size + now.size === 0) {
    return before.kind !== 'scalar' || after.kind !== 'scalar' || before.type === after.type
  }
  const common = [...old].filter((word) => now.has(word)).length
  return common * 2 >= Math.max(old.size, now.size)
}

function wordsOf(shape: Shape): string[] {
  if (shape.kind === 'record') return shape.fields.map((field) => field.name)
  if (shape.kind === 'union') return shape.cases.map((each) => each.tag)
  return shape.kind === 'enumeration' ? shape.values.map(String) : []
}

/** Scalars and aliases are too small to be recognised by their content. */
function sizeOf(shape: Shape): number {
  return wordsOf(shape).length
}
