import parse, { type JsonPathQuery } from '#jsonpath'
import { isDictionary } from '../../model/json.js'
import { createFilter } from './json-path-filter.js'
import type { PatternOf } from './linear-pattern.js'

// The parser is that of a library. Its interpreter has no limits, and runs regular expressions as they are.

export type Segment = JsonPathQuery['segments'][number]
type SelectorNode = Segment['node']
export type Selector = Extract<SelectorNode, { type: 'BracketedSelection' }>['selectors'][number]

/** A value that a query selects, with the place that contains it. */
export interface Selected {
  readonly value: unknown
  readonly parent?: Selected
  readonly key?: string | number
}

export interface Surroundings {
  /** Counts what a query looks at. Throws if it is too much. */
  readonly spend: (steps: number) => void
  readonly patternOf: PatternOf
}

/** What a selected value needs of memory, in steps. */
const STEPS_OF_A_NODE = 10

/** The values that a JSONPath (RFC 9535) selects, in document order. Throws a `SyntaxError` for one that is wrong. */
export function selectAll(root: unknown, query: string, around: Surroundings): Selected[] {
  const childrenOf = (parent: Selected): Selected[] => {
    const { value } = parent
    if (Array.isArray(value)) {
      around.spend(value.length * STEPS_OF_A_NODE + 1)
      return value.map((each: unknown, key) => ({ value: each, parent, key }))
    }
    const keys = isDictionary(value) ? Object.keys(value) : []
    around.spend(keys.length * STEPS_OF_A_NODE + 1)
    return isDictionary(value) ? keys.map((key) => ({ value: value[key], parent, key })) : []
  }

  const withDescendants = (start: Selected): Selected[] => {
    const found: Selected[] = []
    const open = [start]
    for (let next = open.pop(); next; next = open.pop()) {
      found.push(next)
      open.push(...childrenOf(next).reverse())
    }
    return found
  }

  const atIndexes = (
    parent: Selected,
    indexes: (length: number) => readonly number[],
  ): Selected[] => {
    const { value } = parent
    if (!Array.isArray(value)) return []
    const inside = indexes(value.length).filter((index) => index >= 0 && index < value.length)
    around.spend(inside.length * STEPS_OF_A_NODE)
    return inside.map((key) => ({ value: value[key], parent, key }))
  }

  const selected = (parent: Selected, node: SelectorNode | Selector): Selected[] => {
    const { value } = parent
    around.spend(1)
    switch (node.type) {
      case 'BracketedSelection':
        return node.selectors.flatMap((each) => selected(parent, each))
      case 'WildcardSelector':
        return childrenOf(parent)
      case 'MemberNameShorthand':
      case 'NameSelector':
        if (!isDictionary(value) || !Object.hasOwn(value, node.value)) return []
        return [{ value: value[node.value], parent, key: node.value }]
      case 'IndexSelector':
        return atIndexes(parent, (length) => [node.value < 0 ? length + node.value : node.value])
      case 'SliceSelector':
        return atIndexes(parent, (length) => indexesOf(node, length))
      case 'FilterSelector':
        return childrenOf(parent).filter((each) => filter(node.value, each.value))
    }
  }

  const select = (
    start: Selected,
    segments: readonly { readonly type: string; readonly node: SelectorNode | Selector }[],
  ): Selected[] =>
    segments.reduce(
      (nodes, { type, node }) => {
        const from = type === 'DescendantSegment' ? nodes.flatMap(withDescendants) : nodes
        return from.flatMap((each) => selected(each, node))
      },
      [start],
    )

  const filter = createFilter(root, around, select)
  return select({ value: root }, parse(query).segments)
}

/** The keys that lead from the root to a place. */
export function pathOf(node: Selected): (string | number)[] {
  const path: (string | number)[] = []
  for (let at: Selected | undefined = node; at?.key !== undefined; at = at.parent) {
    path.push(at.key)
  }
  return path.reverse()
}

type Slice = Pick<Extract<Selector, { type: 'SliceSelector' }>, 'start' | 'end' | 'step'>

function indexesOf({ start, end, step: given }: Slice, length: number): number[] {
  const step = given ?? 1
  if (step === 0) return []
  const isForward = step > 0
  const [least, most] = isForward ? [0, length] : [-1, length - 1]
  const at = (index: number | null, otherwise: number): number => {
    if (index === null) return otherwise
    return Math.min(Math.max(index < 0 ? length + index : index, least), most)
  }
  const first = at(start, isForward ? 0 : length - 1)
  const last = at(end, isForward ? length : -1)
  const indexes: number[] = []
  for (let index = first; isForward ? index < last : index > last; index += step) {
    indexes.push(index)
  }
  return indexes
}
