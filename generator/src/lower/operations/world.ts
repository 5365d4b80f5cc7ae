import { isDictionary } from '../../model/json.js'
import type { World } from '../../model/model.js'
import { items, member, members, type Node, textAt } from '../../source/node.js'
import { resolve } from '../resolve.js'
import type { SchemaLowering } from '../schemas/read-declarations.js'

type Following = Pick<SchemaLowering, 'document' | 'report'>

/**
 * `x-tagwire-world`: rules, and the data that they refer to. A `$ref` is kept, so that shared data is generated
 * once; its target becomes a part.
 */
export function worldOf(lowering: Following, root: Node): { world?: World } {
  const extension = member(root, 'x-tagwire-world')
  if (!extension) return {}
  const rules = resolve(lowering, extension)
  const folder = rules.source.file.replace(/[^/]*$/, '')
  const parts = new Map<string, unknown>()

  function copy(node: Node): unknown {
    if (textAt(node, '$ref') !== undefined) return { ...copyBeside(node), $ref: partAt(node) }
    if (Array.isArray(node.value)) return items(node).map(copy)
    if (!isDictionary(node.value)) return node.value
    return Object.fromEntries(members(node).map(([key, each]) => [key, copy(each)]))
  }

  function copyBeside(node: Node): Record<string, unknown> {
    const beside = members(node).filter(([key]) => key !== '$ref')
    return Object.fromEntries(beside.map(([key, each]) => [key, copy(each)]))
  }

  function partAt(ref: Node): string {
    const target = resolve(lowering, ref)
    const { file, pointer } = target.source
    const name = `${file.startsWith(folder) ? file.slice(folder.length) : file}#${pointer}`
    if (parts.has(name)) return name
    // Registered before it is read, so that recursive parts terminate.
    parts.set(name, null)
    parts.set(name, copy(target))
    return name
  }

  // Here, a reference only says where the rest is; a reference inside is shared data.
  const copyAt = (key: string): Record<string, unknown> => {
    const node = member(rules, key)
    const named = (node ? members(resolve(lowering, node)) : []).map(
      ([name, each]) => [name, copy(resolve(lowering, each))] as const,
    )
    return Object.fromEntries(named)
  }
  const said = {
    answers: copyAt('answers'),
    modes: copyAt('modes'),
    echoes: copyAt('echoes'),
    requires: copyAt('requires'),
    earlier: copyAt('earlier'),
    outcomes: copyAt('outcomes'),
  }
  return { world: { parts: Object.fromEntries(parts), ...said } }
}
