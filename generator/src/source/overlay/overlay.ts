import type { Diagnostic, Report } from '../../diagnostics/diagnostic.js'
import { suggestion } from '../../diagnostics/suggestion.js'
import { cut, valueText } from '../../diagnostics/value-text.js'
import { isDictionary } from '../../model/json.js'
import { escapeToken } from '../../model/pointer.js'
import type { Source } from '../../model/shapes/shape.js'
import { excessIn } from '../limits.js'
import { items, member, members, type Node, text, textAt } from '../node.js'
import { pathOf, type Selected, type Surroundings, selectAll } from './json-path.js'
import { type PatternOf, UnsafePattern } from './linear-pattern.js'
import { type OverlayBudget, TooManySteps } from './overlay-budget.js'
import { createSourceMap, isContainer, own, type SourceMap } from './source-map.js'

/** A document with its overlays applied. */
export interface Overlaid {
  readonly value: unknown
  /** The original location of the value at a pointer. */
  readonly written: (pointer: string) => Source
}

export interface OverlayTools {
  readonly report: Report
  readonly budget: OverlayBudget
  readonly patternOf: PatternOf
}

/** Applies OpenAPI Overlays 1.x in order, action by action. */
export function applyOverlays(
  root: Node,
  overlays: readonly Node[],
  { report, budget, patternOf }: OverlayTools,
): Overlaid {
  const sources = createSourceMap(root.source.file, () => budget.spend(STEPS_OF_A_COPY))
  const document = { value: sources.read(root.value, root.source) }
  const tools = { report, sources, around: { spend: budget.spend, patternOf } }
  for (const overlay of overlays) {
    if (!checkOverlay(overlay, report)) continue
    for (const action of items(member(overlay, 'actions'))) {
      if (!isApplied(document, action, tools)) return unchanged(root)
    }
    const excess = excessIn(document.value)
    if (excess) {
      report({ ...tooMuch(overlay), message: `with this overlay applied, ${excess.message}` })
      return unchanged(root)
    }
  }
  return {
    value: document.value,
    written: (pointer) => sources.written(document.value, pointer),
  }
}

/** A copied value takes much more memory than one that is looked at takes time. */
const STEPS_OF_A_COPY = 10

interface Tools {
  readonly report: Report
  readonly sources: SourceMap
  readonly around: Surroundings
}

/** Applies an action, unless that exceeds the budget. */
function isApplied(document: { value: unknown }, action: Node, tools: Tools): boolean {
  try {
    apply(document, action, tools)
    return true
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error
    tools.report(tooMuch(member(action, 'target') ?? action))
    return false
  }
}

/** The document as it was: its errors are reported, but nothing is made of it. */
function unchanged({ value, source }: Node): Overlaid {
  return { value, written: (pointer) => ({ file: source.file, pointer }) }
}

function tooMuch({ source }: Node): Diagnostic {
  return {
    code: 'TW1011',
    severity: 'error',
    message: 'up to this action, the overlays select or copy more values than can be handled',
    at: source,
    help: 'Select the places by a shorter path: each `..` looks at everything below.',
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

function apply(document: { value: unknown }, action: Node, tools: Tools): void {
  const { report, sources } = tools
  const target = member(action, 'target')
  const query = text(target)
  if (query === undefined) {
    report(fault((target ?? action).source, 'an action names its `target` by a JSONPath'))
    return
  }
  const found = target && select(document.value, query, target.source, tools)
  if (!found || !target) return
  if (found.length === 0) {
    report({
      code: 'TW8002',
      severity: 'warning',
      message: `${cut(query)} selects nothing in the document`,
      at: target.source,
    })
    return
  }
  if (member(action, 'remove')?.value === true) {
    remove(document, found, target, report)
    return
  }
  const update = member(action, 'update')
  const addition = update ?? copied(document.value, action, tools)
  if (!addition) return
  for (const selected of found) merge(document, selected, addition, sources)
}

function select(
  value: unknown,
  query: string,
  at: Source,
  { report, around }: Tools,
): readonly Selected[] | undefined {
  try {
    return selectAll(value, query, around)
  } catch (error) {
    if (error instanceof TooManySteps) throw error
    const [why] = String(error instanceof Error ? error.message : error).split('\n')
    const what = error instanceof UnsafePattern ? 'cannot be used' : 'is not a JSONPath'
    report(fault(at, `${valueText(query)} ${what}: ${cut(why ?? '')}`))
    return undefined
  }
}

/** `copy` selects the value to merge by another JSONPath, which must match exactly one location. */
function copied(document: unknown, action: Node, tools: Tools): Node | undefined {
  const { report, sources } = tools
  const copy = member(action, 'copy')
  if (!copy) return undefined
  const query = text(copy)
  const found = query === undefined ? [] : select(document, query, copy.source, tools)
  const [only, ...others] = found ?? []
  if (!only || others.length > 0) {
    if (found) report(fault(copy.source, `\`copy\` selects ${found.length} places, and needs one`))
    return undefined
  }
  const pointer = pathOf(only).map((key) => `/${escapeToken(String(key))}`)
  const source = sources.written(document, pointer.join(''))
  return { value: sources.copy(only.value, source), source }
}

/** Removes from last to first, so that the remaining indexes stay valid. */
function remove(
  document: { value: unknown },
  found: readonly Selected[],
  target: Node,
  report: Report,
): void {
  const paths = found.map(pathOf)
  if (paths.some((path) => path.length === 0)) {
    report(fault(target.source, 'an overlay cannot remove the document itself'))
    return
  }
  for (const path of paths.sort(lastFirst)) {
    const parent = at(document.value, path.slice(0, -1))
    const key = path.at(-1)
    if (Array.isArray(parent)) parent.splice(Number(key), 1)
    else if (isDictionary(parent) && key !== undefined) Reflect.deleteProperty(parent, key)
  }
}

type Path = readonly (string | number)[]

function lastFirst(left: Path, right: Path): number {
  const depth = Math.min(left.length, right.length)
  for (let index = 0; index < depth; index++) {
    const [a, b] = [left[index], right[index]]
    if (typeof a === 'number' && typeof b === 'number' && a !== b) return b - a
  }
  return right.length - left.length
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (each, key) => (isContainer(each) ? own(each, key) : undefined),
    value,
  )
}

/** Objects are merged recursively, lists are appended to, everything else is replaced. */
function merge(
  document: { value: unknown },
  selected: Selected,
  update: Node,
  sources: SourceMap,
): void {
  const { value } = selected
  if (Array.isArray(value)) {
    const added = Array.isArray(update.value) ? items(update) : [update]
    for (const each of added) append(value, each, sources)
  } else if (isDictionary(value) && isDictionary(update.value)) {
    mergeMembers(value, update, sources)
  } else {
    const path = pathOf(selected)
    const parent = at(document.value, path.slice(0, -1))
    const key = path.at(-1)
    if (isContainer(parent) && key !== undefined) {
      sources.set(parent, key, sources.copy(update.value, update.source), update.source)
    }
  }
}

function mergeMembers(target: Record<string, unknown>, update: Node, sources: SourceMap): void {
  for (const [key, each] of members(update)) {
    const existing = own(target, key)
    if (isDictionary(existing) && isDictionary(each.value)) mergeMembers(existing, each, sources)
    else if (Array.isArray(existing) && Array.isArray(each.value)) {
      for (const item of items(each)) append(existing, item, sources)
    } else sources.set(target, key, sources.copy(each.value, each.source), each.source)
  }
}

function append(list: unknown[], item: Node, sources: SourceMap): void {
  sources.set(list, list.length, sources.copy(item.value, item.source), item.source)
}
