import { exec, type JsonValue } from '#jsonpath'
import type { Diagnostic, Report } from '../../diagnostics/diagnostic.js'
import { suggestion } from '../../diagnostics/suggestion.js'
import { valueText } from '../../diagnostics/value-text.js'
import { isDictionary } from '../../model/json.js'
import { escapeToken } from '../../model/pointer.js'
import type { Source } from '../../model/shapes/shape.js'
import { items, member, members, type Node, text, textAt } from '../node.js'
import { createPlaceMap, isContainer, own, type PlaceMap } from './place-map.js'

/** A document with its overlays applied. */
export interface Overlaid {
  readonly value: unknown
  /** The original location of the value at a pointer. */
  readonly written: (pointer: string) => Source
}

/** Applies OpenAPI Overlays 1.x in order, action by action. */
export function applyOverlays(root: Node, overlays: readonly Node[], report: Report): Overlaid {
  const places = createPlaceMap(root.source.file)
  const document = { value: places.copy(root.value, root.source) }
  for (const overlay of overlays) {
    if (!checkOverlay(overlay, report)) continue
    for (const action of items(member(overlay, 'actions'))) apply(document, action, places, report)
  }
  return {
    value: document.value,
    written: (pointer) => places.written(document.value, pointer),
  }
}

const OVERLAY = ['overlay', 'info', 'extends', 'actions']
const ACTION = ['target', 'description', 'update', 'copy', 'remove']

function checkOverlay(overlay: Node, report: Report): boolean {
  const version = textAt(overlay, 'overlay')
  if (version === undefined || !/^1\.\d+\.\d+/.test(version)) {
    report(fault(overlay.source, 'this is not an OpenAPI Overlay: it lacks `overlay: 1.0.0`'))
    return false
  }
  const actions = member(overlay, 'actions')
  if (!actions || !Array.isArray(actions.value)) {
    report(fault((actions ?? overlay).source, 'an overlay has a list of `actions`'))
    return false
  }
  warnUnknown(overlay, OVERLAY, report)
  for (const action of items(actions))
    if (isDictionary(action.value)) warnUnknown(action, ACTION, report)
  return true
}

function warnUnknown(node: Node, known: readonly string[], report: Report): void {
  for (const [key, at] of members(node)) {
    if (known.includes(key) || key.startsWith('x-')) continue
    const message = `\`${key}\` is not a member of an overlay, and has no effect`
    report({ ...fault(at.source, message), severity: 'warning', ...suggestion(key, known) })
  }
}

function fault(at: Source, message: string): Diagnostic {
  return { code: 'TW8001', severity: 'error', message, at }
}

interface Place {
  readonly value: unknown
  readonly path: readonly (string | number)[]
}

function apply(document: { value: unknown }, action: Node, places: PlaceMap, report: Report): void {
  const target = member(action, 'target')
  const query = text(target)
  if (query === undefined) {
    report(fault((target ?? action).source, 'an action names its `target` by a JSONPath'))
    return
  }
  const found = target && select(document.value, query, target.source, report)
  if (!found || !target) return
  if (found.length === 0) {
    report({
      code: 'TW8002',
      severity: 'warning',
      message: `${query} selects nothing in the document`,
      at: target.source,
    })
    return
  }
  if (member(action, 'remove')?.value === true) {
    remove(document, found, target, report)
    return
  }
  const update = member(action, 'update')
  const addition = update ?? copied(document.value, action, places, report)
  if (!addition) return
  for (const place of found) merge(document, place, addition, places)
}

function select(
  value: unknown,
  query: string,
  at: Source,
  report: Report,
): readonly Place[] | undefined {
  const found: Place[] = []
  try {
    // Parsers of JSON and YAML only produce JSON values.
    exec(value as JsonValue, query, (each: unknown, path: readonly (string | number)[]) => {
      found.push({ value: each, path: [...path] })
    })
    return found
  } catch (error) {
    const [why] = String(error instanceof Error ? error.message : error).split('\n')
    report(fault(at, `${valueText(query)} is not a JSONPath: ${why}`))
    return undefined
  }
}

/** `copy` selects the value to merge by another JSONPath, which must match exactly one location. */
function copied(
  document: unknown,
  action: Node,
  places: PlaceMap,
  report: Report,
): Node | undefined {
  const copy = member(action, 'copy')
  if (!copy) return undefined
  const query = text(copy)
  const found = query === undefined ? [] : select(document, query, copy.source, report)
  const [only, ...others] = found ?? []
  if (!only || others.length > 0) {
    if (found) report(fault(copy.source, `\`copy\` selects ${found.length} places, and needs one`))
    return undefined
  }
  const pointer = only.path.map((key) => `/${escapeToken(String(key))}`)
  return { value: structuredClone(only.value), source: places.written(document, pointer.join('')) }
}

/** Removes from last to first, so that the remaining indexes stay valid. */
function remove(
  document: { value: unknown },
  found: readonly Place[],
  target: Node,
  report: Report,
): void {
  if (found.some(({ path }) => path.length === 0)) {
    report(fault(target.source, 'an overlay cannot remove the document itself'))
    return
  }
  for (const { path } of [...found].sort(lastFirst)) {
    const parent = at(document.value, path.slice(0, -1))
    const key = path.at(-1)
    if (Array.isArray(parent)) parent.splice(Number(key), 1)
    else if (isDictionary(parent) && key !== undefined) Reflect.deleteProperty(parent, key)
  }
}

function lastFirst(left: Place, right: Place): number {
  const depth = Math.min(left.path.length, right.path.length)
  for (let index = 0; index < depth; index++) {
    const [a, b] = [left.path[index], right.path[index]]
    if (typeof a === 'number' && typeof b === 'number' && a !== b) return b - a
  }
  return right.path.length - left.path.length
}

function at(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (each, key) => (isContainer(each) ? own(each, key) : undefined),
    value,
  )
}

/** Objects are merged recursively, lists are appended to, everything else is replaced. */
function merge(
  document: { value: unknown },
  { value, path }: Place,
  update: Node,
  places: PlaceMap,
): void {
  if (Array.isArray(value)) {
    const added = Array.isArray(update.value) ? items(update) : [update]
    for (const each of added) append(value, each, places)
  } else if (isDictionary(value) && isDictionary(update.value)) {
    mergeMembers(value, update, places)
  } else {
    const parent = at(document.value, path.slice(0, -1))
    const key = path.at(-1)
    if (isContainer(parent) && key !== undefined) {
      places.set(parent, key, places.copy(update.value, update.source), update.source)
    }
  }
}

function mergeMembers(target: Record<string, unknown>, update: Node, places: PlaceMap): void {
  for (const [key, each] of members(update)) {
    const existing = own(target, key)
    if (isDictionary(existing) && isDictionary(each.value)) mergeMembers(existing, each, places)
    else if (Array.isArray(existing) && Array.isArray(each.value)) {
      for (const item of items(each)) append(existing, item, places)
    } else places.set(target, key, places.copy(each.value, each.source), each.source)
  }
}

function append(list: unknown[], item: Node, places: PlaceMap): void {
  places.set(list, list.length, places.copy(item.value, item.source), item.source)
}
