import { isDictionary } from '../../model/json.js'
import { parsePointer } from '../../model/pointer.js'
import type { Fix } from '../../probe/mismatch.js'
import type { Edit } from '../../source/edit.js'
import { inOrder, withoutConflicts } from './apply-fixes.js'

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
  const texts = new Map(own.flatMap((fix) => fix.patch.map((step) => [step, fix.text] as const)))
  const actions = inOrder(own.flatMap((each) => each.patch)).flatMap((step) =>
    actionsOf(step, root).map((action): Action => {
      const description = texts.get(step)
      return description === undefined ? action : { ...action, description }
    }),
  )
  return {
    overlay: '1.0.0',
    info: { title: `Observed payloads, for ${file}`, version: '1.0.0' },
    actions,
  }
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

function valueAt(keys: readonly string[], root: unknown): unknown {
  return keys.reduce<unknown>((at, key) => {
    if (Array.isArray(at)) return at[Number(key)]
    return isDictionary(at) && Object.hasOwn(at, key) ? at[key] : undefined
  }, root)
}

function quoted(key: string): string {
  return key.replaceAll('\\', '\\\\').replaceAll("'", "\\'")
}
