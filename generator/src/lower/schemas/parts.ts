import type { Document } from '../../source/document.js'
import {
  items,
  member,
  members,
  type Node,
  propertiesOf,
  textAt,
  valueAt,
} from '../../source/node.js'
import { flowOf } from './annotations.js'

// The schemas inside a schema, as its keywords say: types and rules are both made of these.

export interface ListParts {
  /** Those of the first items, by position. */
  readonly first: readonly Node[] | undefined
  /** That of all items, or of those after the first ones. */
  readonly after: Node | undefined
}

/** In older drafts, `items` is a list where newer ones have `prefixItems`. */
export function listParts(schema: Node): ListParts {
  const single = member(schema, 'items')
  const several = Array.isArray(single?.value) ? single : undefined
  const prefix = member(schema, 'prefixItems') ?? several
  return {
    first: prefix && items(prefix),
    after: several ? member(schema, 'additionalItems') : single,
  }
}

export interface FieldPart {
  readonly name: string
  readonly node: Node
  /** What is said of a field besides its values. */
  readonly facts: {
    readonly required: boolean
    /** Required, although real payloads lack it. */
    readonly missing?: true
    readonly flow?: 'read' | 'write'
  }
}

export function fieldParts(document: Pick<Document, 'resolve'>, schema: Node): FieldPart[] {
  const required = new Set(items(member(schema, 'required')).map((each) => each.value))
  return propertiesOf(schema).map(([name, node]) => {
    const flow = flowOf(document, node)
    const facts = {
      // `required: true` on the property itself is not JSON Schema, but its meaning is clear.
      required: required.has(name) || valueAt(node, 'required') === true,
      ...(textAt(node, 'x-tagwire-missing') === undefined ? {} : { missing: true as const }),
      ...(flow ? { flow } : {}),
    }
    return { name, node, facts }
  })
}

/** The schemas of other names, by the expressions that these match. */
export function patternParts(schema: Node): (readonly [pattern: string, node: Node])[] {
  const patterns = member(schema, 'patternProperties')
  return patterns ? members(patterns) : []
}
