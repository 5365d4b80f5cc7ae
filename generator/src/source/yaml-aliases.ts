import type Yaml from 'yaml'
import type { TextFault } from './parsed-text.js'

/**
 * How many values aliases may stand for altogether. Small texts can mean billions of them; people
 * repeat a description a few thousand times.
 */
const MOST_REPEATED = 200_000

type Tools = Pick<typeof Yaml, 'isAlias' | 'isCollection' | 'isNode' | 'isPair'>

/**
 * Aliases that stand for nothing or inside what they stand for, which would never end, and those with
 * which the text means more values than are read. Anchors are looked up in the order of the text.
 */
export function aliasFaults({ contents }: Yaml.Document, tools: Tools): TextFault[] {
  const anchors = new Map<string, Yaml.Node>()
  const around = new Set<unknown>()
  const sizes = new Map<unknown, number>()
  const faults: TextFault[] = []
  let repeated = 0

  const sizeOf = (node: unknown): number => {
    if (tools.isAlias(node)) return sizeOfAlias(node)
    if (tools.isNode(node) && 'anchor' in node && node.anchor !== undefined) {
      anchors.set(node.anchor, node)
    }
    if (!tools.isCollection(node)) return 1
    around.add(node)
    let size = 1
    for (const each of node.items) {
      size += tools.isPair(each) ? sizeOf(each.key) + sizeOf(each.value) : sizeOf(each)
    }
    around.delete(node)
    sizes.set(node, size)
    return size
  }

  const sizeOfAlias = (alias: Yaml.Alias): number => {
    const target = anchors.get(alias.source)
    const offset = alias.range?.[0] ?? 0
    if (!target || around.has(target)) {
      const message = target
        ? `*${alias.source} stands inside of what it stands for`
        : `there is no &${alias.source} before this *${alias.source}`
      faults.push({ message, offset })
      return 1
    }
    const size = sizes.get(target) ?? 1
    if (repeated <= MOST_REPEATED && repeated + size > MOST_REPEATED) {
      const message = `aliases up to *${alias.source} stand for more than ${MOST_REPEATED} values`
      faults.push({ message, offset, code: 'TW1011' })
    }
    repeated += size
    return size
  }

  sizeOf(contents)
  return faults
}
