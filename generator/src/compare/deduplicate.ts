import { pascalCase } from '../model/names.js'
import { namesIn } from '../model/shapes/parts.js'
import type { Declaration, Shape } from '../model/shapes/shape.js'
import { type Change, type Comparison, type Finding, report } from './comparison.js'
import type { OperationPair } from './renames.js'
import { BOTH } from './schemas/flow.js'
import { worstOf } from './schemas/rules.js'

type Counted = Finding & { readonly types: readonly string[]; readonly also: readonly string[] }

/** Reports each change once: types with the change that adds or removes them, inherited members where declared. */
export function deduplicateChanges(
  on: Comparison,
  found: readonly Finding[],
  operations: readonly OperationPair[],
): Change[] {
  const reported = withoutFollowers(on, found, operations)
  const removedTypes = [...on.before.values()].filter(
    (each) => !on.renamed.has(each.name) && !on.after.has(each.name),
  )
  const old = new Set(on.renamed.values())
  const addedTypes = [...on.after.values()].filter(
    (each) => !old.has(each.name) && !on.before.has(each.name),
  )
  const withRemoved = withTypes(reported, removedTypes, 'old')
  const withAdded = withTypes(withRemoved, addedTypes, 'new')
  return mergeInherited(withAdded).map(changeOf)
}

function changeOf(finding: Counted): Change {
  const { removed: _, added: __, sources: ___, schemas: ____, ...more } = finding
  const { holder: _____, breaks: ______, ...change } = more
  return change
}

/** Drops types whose names only changed because a type or operation they are named after was renamed. */
function withoutFollowers(
  on: Comparison,
  found: readonly Finding[],
  operations: readonly OperationPair[],
): Counted[] {
  const leaders = [
    ...operations.map(([old, now]) => [pascalCase(old.name), pascalCase(now.name)] as const),
    ...on.renamed,
  ].filter(([old, now]) => old !== now)
  const leads = ([old, now]: readonly [string, string]): boolean =>
    leaders.some(
      ([from, to]) => old !== from && old.startsWith(from) && now === to + old.slice(from.length),
    )
  const followers = new Set([...on.renamed].filter(leads).map(([, now]) => now))
  return found
    .filter((each) => each.kind !== 'type-renamed' || !followers.has(each.subject))
    .map((each) => ({ ...each, types: [], also: [] }))
}

/**
 * A type that only one side has is reported with the change that added or removed it, if the class of that
 * change is severe enough: a removed export breaks callers, whatever the reason.
 */
function withTypes(
  found: readonly Counted[],
  declarations: readonly Declaration[],
  side: 'old' | 'new',
): Counted[] {
  const open = new Map(declarations.map((each) => [each.name, each]))
  const claimed = found.map((each): Counted => {
    if (side === 'old' && each.class !== 'breaking') return each
    const types = claim(open, side === 'old' ? each.removed : each.added)
    return { ...each, types: [...each.types, ...types] }
  })
  return [...claimed, ...unexplained(open, side)]
}

/** Types that no other change explains, each with those that only it uses. */
function unexplained(open: Map<string, Declaration>, side: 'old' | 'new'): Counted[] {
  const left = [...open.values()]
  const used = new Set(
    left.flatMap((each) => namesIn(each.shape).filter((name) => name !== each.name)),
  )
  const found: Counted[] = []
  const reportOnce = (each: Declaration): void => {
    if (!open.delete(each.name)) return
    const types = claim(open, [each.shape])
    const { name, source } = each
    const spot = { owner: name, subject: name, flow: BOTH, before: source, after: source }
    const tell = (finding: Finding): void => {
      found.push({ ...finding, types, also: [] })
    }
    if (side === 'old') report({ report: tell }, 'type-removed', spot, 'type removed', { side })
    else report({ report: tell }, 'type-added', spot, 'type added')
  }
  left.filter((each) => !used.has(each.name)).forEach(reportOnce)
  left.forEach(reportOnce)
  return found
}

/** Removes from `open` every type that the shapes refer to through open types. */
function claim(open: Map<string, Declaration>, shapes: readonly Shape[]): string[] {
  const taken: string[] = []
  const names = shapes.flatMap(namesIn)
  for (let index = 0; index < names.length; index++) {
    const declaration = open.get(names[index] ?? '')
    if (!declaration) continue
    open.delete(declaration.name)
    taken.push(declaration.name)
    names.push(...namesIn(declaration.shape))
  }
  return taken
}

/** Merges changes of one part that several types inherit or several operations share. */
function mergeInherited(found: readonly Counted[]): Counted[] {
  const groups = new Map<string, Counted[]>()
  for (const each of found) {
    const key = JSON.stringify([each.kind, each.sources, each.message])
    const group = groups.get(key)
    if (group) group.push(each)
    else groups.set(key, [each])
  }
  return [...groups.values()].flatMap((group) => {
    const home = group.find((each) => isDeclaredThere(each)) ?? group[0]
    if (!home || group.length === 1) return group
    const others = group.filter((each) => each !== home).map((each) => each.subject)
    return {
      ...home,
      class: worstOf(group.map((each) => each.class)),
      notes: [...new Set(group.flatMap((each) => each.notes))],
      types: [...new Set(group.flatMap((each) => each.types))],
      also: [...new Set(others)].filter((subject) => subject !== home.subject),
    }
  })
}

/** Whether the type of a change is declared where the change is. */
function isDeclaredThere({ at, owner }: Counted): boolean {
  return at.pointer.split('/').includes(owner)
}
