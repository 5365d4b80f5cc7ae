import type { InputMember, InputType, InputTypes } from './input.js'

/** What a name refers to in the end, with combined parts merged into one. */
export function resolved(type: InputType, types: InputTypes): InputType | undefined {
  return follow(type, types, []).type
}

/** The same, with the names on the way. */
export function follow(
  type: InputType,
  types: InputTypes,
  path: readonly string[],
): { readonly type: InputType | undefined; readonly path: readonly string[] } {
  const names: string[] = []
  let found: InputType | undefined = type
  while (found?.kind === 'named') {
    if (names.includes(found.name)) return { type: undefined, path: [...path, ...names] }
    names.push(found.name)
    found = Object.hasOwn(types, found.name) ? types[found.name] : undefined
  }
  if (found?.kind === 'all') found = mergedOf(found.parts, types)
  return { type: found, path: [...path, ...names] }
}

/** No real schema has more nested parts; deeper ones are circular. */
const MAX_DEPTH = 30

/** Combined records are merged; next to a union, they are what its cases share. */
export function mergedOf(
  parts: readonly InputType[],
  types: InputTypes,
  depth = 0,
): InputType | undefined {
  if (depth > MAX_DEPTH) return undefined
  const found = parts.map((part) => partOf(part, types, depth))
  if (found.some((each) => each === undefined)) return undefined
  const records = found.flatMap((each) => (each?.kind === 'record' ? [each] : []))
  const [other, ...others] = found.filter((each) => each?.kind !== 'record')
  const members = uniqueMembers(records.flatMap((each) => each.members))
  if (!members || others.length > 0) return undefined
  const rest = records.find((each) => each.rest)?.rest
  const open = found.some((each) => each && 'open' in each) ? { open: true as const } : {}
  if (!other) return { kind: 'record', members, ...(rest ? { rest } : {}), ...open }
  if (other.kind !== 'union' || other.tagging.style === 'none') return undefined
  const common = uniqueMembers([...other.common, ...members])
  return common && { ...other, common, ...open }
}

function partOf(part: InputType, types: InputTypes, depth: number): InputType | undefined {
  let found: InputType | undefined = part
  for (let steps = 0; found?.kind === 'named' && steps < MAX_DEPTH; steps++) {
    found = Object.hasOwn(types, found.name) ? types[found.name] : undefined
  }
  return found?.kind === 'all' ? mergedOf(found.parts, types, depth + 1) : found
}

/** The members without duplicates; `undefined` if two with the same name have different types. */
function uniqueMembers(members: readonly InputMember[]): readonly InputMember[] | undefined {
  const byName = new Map<string, InputMember>()
  for (const member of members) {
    const known = byName.get(member.name)
    if (known && JSON.stringify(known.type) !== JSON.stringify(member.type)) return undefined
    byName.set(member.name, known?.required ? known : member)
  }
  return [...byName.values()]
}
