import type { BlockRead, ChainPointers, SubscribedKind, Subscribing } from '../model/extensions.js'
import { isDictionary } from '../model/json.js'
import { member, members, type Node, text, textAt, valueAt } from '../source/node.js'
import { declarationName } from './extension-declarations.js'
import type { SchemaLowering } from './schemas/read-declarations.js'

/** `x-tagwire-subscription` of a method, whose form the grammar has checked. */
export function subscribing(lowering: SchemaLowering, method: Node, node: Node): Subscribing {
  const [ends, notified] = [member(node, 'unsubscribe'), member(node, 'notification')]
  const [kinds, resume] = [member(node, 'kinds'), member(node, 'resume')]
  const payloads = kinds && member(kinds, 'payloads')
  const only = member(node, 'schema')
  const parameter = kinds && textAt(kinds, 'parameter')
  const kind = (name: string, payload: Node): SubscribedKind => ({
    name,
    payload: declarationName(lowering, payload, 'subscription'),
    ...resumption(resume && member(resume, name)),
  })
  const [calls, id] = notified ? [textAt(notified, 'method'), textAt(notified, 'id')] : []
  const known = [
    ...(payloads ? members(payloads).map(([name, payload]) => kind(name, payload)) : []),
    ...(only ? [kind(textAt(method, 'name') ?? '', only)] : []),
  ]
  const resumed = resume ? members(resume).map(([name]) => name) : []
  return {
    unsubscribe: {
      method: (ends && textAt(ends, 'method')) ?? '',
      parameter: (ends && textAt(ends, 'parameter')) ?? '',
    },
    notification: {
      ...(calls === undefined ? {} : { method: calls }),
      ...(id === undefined ? {} : { id }),
      payload: (notified && textAt(notified, 'payload')) ?? '',
    },
    ...(parameter === undefined ? {} : { parameter }),
    kinds: known,
    unknownKinds: resumed.filter((name) => known.every((each) => each.name !== name)),
  }
}

function resumption(
  node: Node | undefined,
): Pick<SubscribedKind, 'removed' | 'chain' | 'contents'> {
  if (!node) return {}
  const [removed, blocks] = [textAt(node, 'removed'), textAt(node, 'blocks')]
  const read = readAt(node, 'read')
  const pointers = chain(node)
  return {
    ...(removed === undefined ? {} : { removed }),
    ...(pointers ? { chain: pointers } : {}),
    ...(blocks !== undefined && read ? { contents: { blocks, read } } : {}),
  }
}

function chain(node: Node): ChainPointers | undefined {
  const [height, hash] = [textAt(node, 'height'), textAt(node, 'hash')]
  const [parent, read] = [textAt(node, 'parent'), readAt(node, 'read')]
  if (height === undefined || hash === undefined || parent === undefined || !read) return undefined
  const [readNewest, readByHash] = [readAt(node, 'readNewest'), readAt(node, 'readByHash')]
  return {
    ...{ height, hash, parent, read },
    ...(readNewest ? { readNewest } : {}),
    ...(readByHash ? { readByHash } : {}),
  }
}

function readAt(node: Node, key: string): BlockRead | undefined {
  const found = member(node, key)
  if (!found) return undefined
  const params = valueAt(found, 'params')
  const given = member(found, 'with')
  return {
    method: textAt(found, 'method') ?? '',
    params: isDictionary(params) ? params : {},
    with: Object.fromEntries(
      (given ? members(given) : []).map(([name, each]) => [name, text(each) ?? '']),
    ),
  }
}
