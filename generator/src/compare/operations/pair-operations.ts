import { canonical } from '../../model/json.js'
import type { Model } from '../../model/model.js'
import type { Operation } from '../../model/operations/operation.js'
import type { OperationPair } from '../renames.js'

/** How an operation is matched between the documents: by its id, its method, or its path. */
const KEYS: readonly ((operation: Operation) => string)[] = [
  (operation) => operation.id,
  (operation) => operation.name,
  (operation) => canonical(operation.binding),
  (operation) => addressOf(operation),
]

/** The address of an operation, without the names of its path parameters. */
export function addressOf({ binding }: Operation): string {
  if (binding.kind === 'call') return binding.method
  return `${binding.method} ${binding.path.replaceAll(/\{[^{}]*\}/g, '{}')}`
}

/** The parameters of a path, in its order. */
function pathNames({ binding }: Operation): string[] {
  if (binding.kind === 'call') return []
  return [...binding.path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
}

export function pairOperations(before: Model, after: Model): OperationPair[] {
  const pairs = new Map<Operation, Operation>()
  for (const key of KEYS) {
    const taken = new Set(pairs.values())
    const free = after.operations.filter((each) => !taken.has(each))
    const byKey = new Map(free.map((each) => [key(each), each]))
    for (const old of before.operations) {
      const now = pairs.has(old) ? undefined : byKey.get(key(old))
      if (now) pairs.set(old, now)
    }
  }
  return [...pairs]
}

/** Old names of path parameters by the new ones, if the address is the same. */
export function renamedInPath(before: Operation, after: Operation): ReadonlyMap<string, string> {
  if (addressOf(before) !== addressOf(after)) return new Map()
  const [old, now] = [pathNames(before), pathNames(after)]
  const pairs = now.flatMap((name, index): [string, string][] => {
    const was = old[index]
    return was === undefined || old.includes(name) || now.includes(was) ? [] : [[name, was]]
  })
  return new Map(pairs)
}
