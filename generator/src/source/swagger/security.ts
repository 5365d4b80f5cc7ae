import { member, type Node, textAt } from '../node.js'
import type { Builder, Made } from './builder.js'

const FLOWS: Readonly<Record<string, string>> = {
  accessCode: 'authorizationCode',
  application: 'clientCredentials',
  implicit: 'implicit',
  password: 'password',
}

export function upgradedScheme(builder: Builder, node: Node): Made {
  const made = builder.make(node)
  builder.take(made, node, 'type', 'description', 'name', 'in')
  builder.takeExtensions(made, node)
  const type = member(node, 'type')
  if (type?.value === 'basic') {
    builder.set(made, 'type', 'http', type)
    builder.set(made, 'scheme', 'basic', type)
  }
  const name = FLOWS[textAt(node, 'flow') ?? '']
  if (type?.value === 'oauth2' && name !== undefined) {
    const flow = builder.make(node)
    builder.take(flow, node, 'authorizationUrl', 'tokenUrl', 'scopes')
    if (!member(node, 'scopes')) builder.set(flow, 'scopes', builder.make(node), node)
    const flows = builder.make(node)
    builder.set(flows, name, flow, node)
    builder.set(made, 'flows', flows, node)
  }
  return made
}
