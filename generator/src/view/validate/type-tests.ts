import { ImportedName } from '../value.js'
import { type Call, type Compared, Member, type Test, type TypeTest } from './calls.js'

/** Checks of a type only. */
const TYPES: ReadonlyMap<string, TypeTest['type']> = new Map([
  ['text', 'string'],
  ['flag', 'boolean'],
])

/** Type tests that are equivalent to all parts, if possible. */
export function typeTestsOf(parts: readonly Call[]): readonly TypeTest[] | undefined {
  const typeTests = parts.flatMap((part) => typeTestOf(part) ?? [])
  return parts.length > 0 && typeTests.length === parts.length ? typeTests : undefined
}

function typeTestOf({ call, args, unless = [] }: Call): TypeTest | undefined {
  const [member] = args
  const type = call instanceof ImportedName ? TYPES.get(call.text) : undefined
  if (!type || !(member instanceof Member) || !unless.every(isComparison)) return undefined
  return { member, type, unless }
}

function isComparison(test: Test): test is Compared {
  return !('call' in test)
}
