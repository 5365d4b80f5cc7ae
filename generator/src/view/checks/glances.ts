import { ImportedName } from '../value.js'
import { type Call, type Compared, type Glance, Member, type Test } from './calls.js'

/** The checks that look at nothing but the type of a value. */
const TYPES: ReadonlyMap<string, Glance['type']> = new Map([
  ['text', 'string'],
  ['flag', 'boolean'],
])

/** All parts as comparisons of members, if that is what they are. */
export function glancesOf(parts: readonly Call[]): readonly Glance[] | undefined {
  const glances = parts.flatMap((part) => glanceOf(part) ?? [])
  return parts.length > 0 && glances.length === parts.length ? glances : undefined
}

function glanceOf({ call, args, unless = [] }: Call): Glance | undefined {
  const [member] = args
  const type = call instanceof ImportedName ? TYPES.get(call.text) : undefined
  if (!type || !(member instanceof Member) || !unless.every(isComparison)) return undefined
  return { member, type, unless }
}

function isComparison(test: Test): test is Compared {
  return !('call' in test)
}
