import type { Report } from '../../diagnostics/diagnostic.js'
import { CLIENTS_OWN } from '../../model/client-members.js'
import { memberName } from '../../model/names.js'
import { type NamedOperation, type OperationNaming, proposedNames } from '../../model/naming.js'
import { fromRule, once } from '../../normalize/from-rule.js'
import { member, type Node, textAt } from '../../source/node.js'
import { withHashSuffix } from '../names/hash-suffix.js'
import type { SchemaLowering } from '../schemas/read-declarations.js'

/** Names the method of an operation; types that belong to it are named after it. */
export type MethodNames = (node: Node, id: string, about: NamedOperation) => string

/** The first operation with each id. */
export type FirstOf = (id: string, node: Node) => Node

export interface OperationLowering extends SchemaLowering {
  readonly methodName: MethodNames
  readonly firstOf: FirstOf
}

export function createFirstOf(): FirstOf {
  const firsts = new Map<string, Node>()
  return (id, node) => {
    const first = firsts.get(id) ?? node
    firsts.set(id, first)
    return first
  }
}

/**
 * Two operations with different ids may become the same identifier (`get_pet`, `getPet`). The second then
 * gets a short hash of its own id, so that its name does not depend on the order or number of other
 * operations.
 */
export function createMethodNames(
  report: Report,
  rule: OperationNaming | undefined,
  more: readonly string[] = [],
): MethodNames {
  const own = [...CLIENTS_OWN, ...more]
  const owners = new Map(own.map((name) => [name, `the client's own ${name}`]))
  const refuse = once(report)
  return (node, id, about) => {
    const given = textAt(node, 'x-tagwire-name')
    const proposed = given === undefined && rule ? namesByRule(rule, about, node, refuse) : []
    const free = proposed.find((each) => !owners.has(each))
    const name = given ?? free ?? proposed[0] ?? memberName(id)
    const owner = owners.get(name)
    // Clients only have `subscribe` in place of a method that subscribes.
    const isHidden = more.includes(name) && member(node, 'x-tagwire-subscription') !== undefined
    if (given !== undefined || owner === undefined || owner === id || isHidden) {
      owners.set(name, id)
      return name
    }
    const distinct = withHashSuffix(name, id)
    report({
      code: 'TW4002',
      severity: 'warning',
      message: `${id} and ${owner} both become ${name}; this one is called ${distinct}`,
      at: node.source,
    })
    owners.set(distinct, id)
    return distinct
  }
}

/** What is no name would become one in silence, such as `undefined`. */
function namesByRule(
  rule: OperationNaming,
  about: NamedOperation,
  { source }: Node,
  report: Report,
): string[] {
  const what = about.operationId ?? `${about.method} ${about.path}`
  const names = fromRule(`names.operation, for ${what},`, () => proposedNames(rule, about), {
    report,
    at: source,
  })
  return names.map(memberName)
}
