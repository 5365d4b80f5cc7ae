import type { Parameter, StreamSwitch } from '../../model/operations/operation.js'
import { member, members, type Node } from '../../source/node.js'

/**
 * `x-tagwire-stream: { stream: true }`: a parameter of that name, otherwise a property of the body.
 */
export function streamSwitchOf(
  operation: Node,
  parameters: readonly Parameter[],
): StreamSwitch | undefined {
  const extension = member(operation, 'x-tagwire-stream')
  const [entry] = extension ? members(extension) : []
  if (!extension || !entry) return undefined
  const [name, { value }] = entry
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    return undefined
  }
  const inBody = !parameters.some((each) => each.name === name)
  return { member: name, value, inBody, source: extension.source }
}
