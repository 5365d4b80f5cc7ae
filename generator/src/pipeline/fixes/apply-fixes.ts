import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { grouped } from '../../model/collections/grouped.js'
import { isDictionary } from '../../model/json.js'
import { parsePointer } from '../../model/pointer.js'
import { writeText } from '../../output/folder.js'
import type { Fix } from '../../probe/mismatch.js'
import type { Edit } from '../../source/edit-document.js'
import { editText } from '../../source/edit-document.js'
import { parseText } from '../../source/syntax/parse.js'

/** The result of writing fixes. */
export interface Applied {
  /** Files that were written, relative to the working folder. */
  readonly files: readonly string[]
  readonly applied: number
  /**
   * Fixes for a place that another fix has rewritten, which need another run, or for files that
   * cannot be written.
   */
  readonly left: number
  /** Why another run would not help, if so. */
  readonly because?: string
}

/** Applies fixes to the documents; comments, order and everything else are kept. */
export async function applyFixes(fixes: readonly Fix[], cwd: string): Promise<Applied> {
  const { chosen, left } = withoutConflicts(fixes)
  const names = [...new Set(chosen.map((each) => each.file))]
  const local = names.filter((name) => !/^[a-z]+:/i.test(name))
  const applied = chosen.filter((each) => local.includes(each.file))
  for (const name of local) {
    const file = path.resolve(cwd, name)
    const edits = applied.filter((each) => each.file === name).flatMap((each) => each.patch)
    const before = await readFile(file, 'utf8')
    const isJson = /\.json$/i.test(name)
    const { value } = parseText(before, isJson)
    await writeText(file, editText(before, inOrder(edits, value), isJson))
  }
  return { files: local, applied: applied.length, left: left + chosen.length - applied.length }
}

/** Fixes for the same place, or for a place inside another, are applied one after the other. */
export function withoutConflicts(fixes: readonly Fix[]): {
  readonly chosen: readonly Fix[]
  readonly left: number
} {
  const chosen: Fix[] = []
  const inside = (path: string, other: string): boolean =>
    path === other || path.startsWith(`${other}/`)
  const meets = (one: Fix, other: Fix): boolean =>
    one.file === other.file &&
    one.patch.some((left) =>
      other.patch.some(
        (right) =>
          (left.op !== 'add' && inside(right.path, left.path)) ||
          (right.op !== 'add' && inside(left.path, right.path)) ||
          (left.path === right.path && !left.path.endsWith('/-')),
      ),
    )
  for (const fix of fixes) if (!chosen.some((other) => meets(fix, other))) chosen.push(fix)
  return { chosen, left: fixes.length - chosen.length }
}

/**
 * List items are removed from the end, so that the remaining indexes stay valid. A list of which every item is
 * removed goes as a whole: nobody writes `required: []`, and OpenAPI 3.0 does not allow it.
 */
export function inOrder(edits: readonly Edit[], root: unknown): Edit[] {
  const removals = edits.filter((each) => each.op === 'remove')
  const numberOf = ({ path }: Edit): number => Number(/\d+$/.exec(path)?.[0] ?? 0)
  const lists = grouped(removals, ({ path }) => path.replace(/\/[^/]*$/, ''))
  const whole = [...lists].filter(([list, own]) => {
    const value = valueAt(parsePointer(list), root)
    return Array.isArray(value) && value.length > 0 && value.length === own.length
  })
  const gone = new Set(whole.flatMap(([, own]) => own))
  return [
    ...edits.filter((each) => each.op !== 'remove'),
    ...removals
      .filter((each) => !gone.has(each))
      .sort((left, right) => numberOf(right) - numberOf(left)),
    ...whole.map(([list]): Edit => ({ op: 'remove', path: list })),
  ]
}

export function valueAt(keys: readonly string[], root: unknown): unknown {
  return keys.reduce<unknown>((at, key) => {
    if (Array.isArray(at)) return at[Number(key)]
    return isDictionary(at) && Object.hasOwn(at, key) ? at[key] : undefined
  }, root)
}
