import { member, members, type Node, textAt } from '../../source/node.js'
import type { Lowering, UnionNode } from '../schemas/lowering-context.js'
import { soleValueOf } from './member-tags.js'
import type { Member } from './members.js'
import type { TagField } from './object-fields.js'

/** The property of a union's own `discriminator`; `known` if its members have it. */
export interface Discriminating {
  readonly property: string
  readonly known: boolean
}

/** Reports contradictions between a `discriminator` and the members of its union. */
export function checkDiscriminator(
  lowering: Lowering,
  union: UnionNode,
  found: readonly Member[],
  beside: readonly TagField[],
): Discriminating | undefined {
  const discriminator = member(union.schema, 'discriminator')
  const property = discriminator && textAt(discriminator, 'propertyName')
  if (!discriminator || property === undefined) return undefined
  const known = checkProperty(lowering, discriminator, property, found, beside)
  checkMapped(lowering, discriminator, property, found)
  return { property, known }
}

/** If only some members lack the property, the others still have distinct tags. */
function checkProperty(
  { report }: Lowering,
  discriminator: Node,
  property: string,
  found: readonly Member[],
  beside: readonly TagField[],
): boolean {
  const has = (fields: readonly TagField[]): boolean => fields.some(({ name }) => name === property)
  const objects = found.flatMap(({ object }) => (object ? [object] : []))
  const isOpen = objects.some((each) => each.isOpen)
  if (objects.length === 0 || isOpen || has(beside) || objects.some(({ fields }) => has(fields)))
    return true
  report({
    code: 'TW3004',
    severity: 'warning',
    message: `no member of this union has the property ${JSON.stringify(property)}`,
    at: member(discriminator, 'propertyName')?.source ?? discriminator.source,
    help: 'Describe the property in each member, or correct its name here.',
  })
  return false
}

function checkMapped(
  { document, report }: Lowering,
  discriminator: Node,
  property: string,
  found: readonly Member[],
): void {
  const mapping = member(discriminator, 'mapping')
  for (const [tag, node] of mapping ? members(mapping) : []) {
    const address = { value: { $ref: node.value }, source: node.source }
    const mapped = found.find(({ tags }) => tags?.includes(tag))
    const constant = mapped && soleValueOf(mapped, property)
    // A mapping without a target is reported by `grammar`.
    if (
      mapped
        ? constant === undefined || String(constant) === tag
        : 'code' in document.resolve(address)
    )
      continue
    const what = mapped
      ? `whose ${JSON.stringify(property)} is ${JSON.stringify(constant)}`
      : 'that is not a member of this union'
    report({
      code: 'TW3005',
      severity: 'warning',
      message: `${JSON.stringify(tag)} is mapped to a schema ${what}`,
      at: node.source,
    })
  }
}
