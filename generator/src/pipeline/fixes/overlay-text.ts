import { parsePointer } from '../../model/pointer.js'
import type { Fix } from '../../probe/mismatch.js'
import { type Edit, editText } from '../../source/edit-document.js'
import { inOrder, valueAt, withoutConflicts } from './apply-fixes.js'

/** An OpenAPI Overlay. */
export interface Overlay {
  readonly overlay: string
  readonly info: { readonly title: string; readonly version: string }
  readonly actions: readonly Action[]
}

interface Action {
  readonly target: string
  readonly description?: string
  readonly update?: unknown
  readonly remove?: true
}

/** The fixes of one document as an OpenAPI Overlay, for documents that are maintained elsewhere. */
export function overlayOf(fixes: readonly Fix[], file: string, root: unknown): Overlay {
  const own = withoutConflicts(fixes.filter((each) => each.file === file)).chosen
  const textOf = (step: Edit): string | undefined =>
    own.find(({ patch }) => patch.some((each) => each === step || isItemOf(each, step)))?.text
  const steps = inOrder(
    own.flatMap((each) => each.patch),
    root,
  )
  const actions = steps.flatMap((step) =>
    actionsOf(step, root).map((action): Action => {
      const description = textOf(step)
      return description === undefined ? action : { ...action, description }
    }),
  )
  return {
    overlay: '1.0.0',
    info: { title: `Observed payloads, for ${file}`, version: '1.0.0' },
    actions,
  }
}

/** Whether a step removes an item of a list that another one removes as a whole. */
function isItemOf(step: Edit, whole: Edit): boolean {
  return step.op === 'remove' && whole.op === 'remove' && step.path.startsWith(`${whole.path}/`)
}

/** An overlay as a file: in YAML, unless its name says JSON. */
export function overlayText({ overlay: version, ...says }: Overlay, file: string): string {
  if (/\.json$/i.test(file)) {
    return `${JSON.stringify({ overlay: version, ...says }, undefined, 2)}\n`
  }
  const edits = Object.entries(says).map(
    ([key, value]): Edit => ({ op: 'add', path: `/${key}`, value }),
  )
  return editText(`overlay: ${version}\n`, edits, false)
}

function actionsOf({ op, path, value }: Edit, root: unknown): Action[] {
  const keys = parsePointer(path)
  const last = keys.at(-1)
  if (last === undefined) return []
  const target = jsonPath(keys, root)
  if (op === 'remove') return [{ target, remove: true }]
  const above = keys.slice(0, -1)
  const parent = jsonPath(above, root)
  // An item is appended to a list.
  if (last === '-') return [{ target: parent, update: value }]
  if (Array.isArray(valueAt(above, root))) {
    const added = { target: parent, update: value }
    return op === 'add' ? [added] : [{ target, remove: true }, added]
  }
  const update = { [last]: value }
  // An `update` merges, so an existing list or object is removed first.
  const isWhole = typeof value === 'object' && value !== null
  const first: Action[] = op === 'replace' && isWhole ? [{ target, remove: true }] : []
  return [...first, { target: parent, update }]
}

/** A JSONPath (RFC 9535) of one location: indexes for lists, names for objects. */
function jsonPath(keys: readonly string[], root: unknown): string {
  const parts = keys.map((key, index) =>
    Array.isArray(valueAt(keys.slice(0, index), root)) ? `[${key}]` : `['${quoted(key)}']`,
  )
  return `$${parts.join('')}`
}

function quoted(key: string): string {
  return key.replaceAll('\\', '\\\\').replaceAll("'", "\\'")
}
