import { pascalCase } from '../../model/names.js'
import type { Incoming } from '../../model/operations/operation.js'
import { member, members, type Node } from '../../source/node.js'
import { resolve } from '../resolve.js'
import { describe } from '../schemas/describe.js'
import type { SchemaLowering } from '../schemas/read-declarations.js'
import { contentsOf } from './contents.js'

/** Requests that the service sends: webhooks, and callbacks of an operation. */
export function incomingOf(
  lowering: SchemaLowering,
  container: Node | undefined,
  ending: string,
): Incoming[] {
  return (container ? members(container) : [])
    .filter(([name]) => !name.startsWith('x-'))
    .map(([name, each]) => {
      const node = resolve(lowering, each)
      const typeName = pascalCase(name) + ending
      return {
        ...docOf(lowering, node),
        ...describe(node),
        name,
        contents: payloadsOf(lowering, node, typeName),
      }
    })
}

/** The description of a path item, otherwise that of its operation. */
function docOf(lowering: SchemaLowering, item: Node): { doc?: string } {
  for (const method of METHODS) {
    const operation = member(item, method)
    const doc = operation && describe(resolve(lowering, operation)).doc
    if (doc !== undefined) return { doc }
  }
  return {}
}

/** A callback has path items by runtime expression. */
export function callbacksOf(lowering: SchemaLowering, node: Node, typeName: string): Incoming[] {
  const container = member(node, 'callbacks')
  return (container ? members(container) : []).map(([name, each]) => {
    const callback = resolve(lowering, each)
    const items = members(callback).filter(([expression]) => !expression.startsWith('x-'))
    return {
      ...describe(callback),
      name,
      contents: items.flatMap(([, item]) =>
        payloadsOf(lowering, resolve(lowering, item), `${typeName}${pascalCase(name)}Callback`),
      ),
    }
  })
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

function payloadsOf(lowering: SchemaLowering, item: Node, name: string): Incoming['contents'] {
  return METHODS.flatMap((method) => {
    const operation = member(item, method)
    const request = operation && member(resolve(lowering, operation), 'requestBody')
    const content = request && member(resolve(lowering, request), 'content')
    return contentsOf(lowering, content, name).slice(0, 1)
  })
}
