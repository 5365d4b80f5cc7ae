import path from 'node:path'
import type { Source } from '../../model/shapes/shape.js'
import type { Node } from '../../source/node.js'

/**
 * Whether there may be a reference to a schema that has no name yet: shapes pass over `not`, `if` and other words of
 * rules, so what only these refer to is named when rules are read. Plain values are searched, since the answer is
 * nearly always no; an example that looks like a reference counts as one.
 */
export function mayReferToUnnamed(
  schemas: readonly Node[],
  isNamed: (source: Source) => boolean,
): boolean {
  const seen = new Set<object>()
  const known = new Set<string>()

  const leadsToName = (target: string, file: string): boolean => {
    const key = `${file} ${target}`
    if (known.has(key)) return true
    const at = sourceOf(target, file)
    const found = isNamed(at) || at.pointer.startsWith('/components/examples/')
    if (found) known.add(key)
    return found
  }

  return schemas.some(({ value, source: { file } }) => {
    const open: unknown[] = [value]
    while (open.length > 0) {
      const next = open.pop()
      if (typeof next !== 'object' || next === null || seen.has(next)) continue
      seen.add(next)
      for (const [key, each] of Object.entries(next)) {
        if (typeof each === 'object') open.push(each)
        else if (typeof each !== 'string' || (key !== '$ref' && key !== '$dynamicRef')) continue
        else if (!leadsToName(each, file)) return true
      }
    }
    return false
  })
}

function sourceOf(target: string, file: string): Source {
  const [address = '', pointer = ''] = target.split('#', 2)
  if (address === '' || URL.canParse(address)) return { file: address || file, pointer }
  return { file: path.posix.join(path.posix.dirname(file), address), pointer }
}
