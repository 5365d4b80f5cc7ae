import { isJson } from '../../model/operations/inputs.js'
import type { Example } from '../../model/operations/operation.js'
import { items, member, members, type Node, textAt } from '../../source/node.js'
import { resolve } from '../resolve.js'
import type { SchemaLowering } from '../schemas/read-declarations.js'

type Following = Pick<SchemaLowering, 'document' | 'report'>

/** The example of an OpenAPI operation: the first of its body and of its successful response. */
export function httpExample(
  lowering: Following,
  operation: Node,
  body: Node | undefined,
): { example?: Example } {
  const responses = member(operation, 'responses')
  const success = (responses ? members(responses) : []).find(([status]) => /^2/.test(status))
  return exampleOf(
    body && exampleOfContent(lowering, body),
    success && exampleOfContent(lowering, resolve(lowering, success[1])),
  )
}

/** The first example pairing of an OpenRPC method. */
export function callExample(lowering: Following, method: Node): { example?: Example } {
  const [first] = items(member(method, 'examples'))
  const pairing = first && resolve(lowering, first)
  const result = pairing && member(pairing, 'result')
  const params = items(pairing && member(pairing, 'params')).flatMap((each) => {
    const node = resolve(lowering, each)
    const name = textAt(node, 'name')
    const value = member(node, 'value')
    return name !== undefined && value ? [[name, value.value] as const] : []
  })
  return exampleOf(
    pairing && { value: Object.fromEntries(params) },
    result && member(resolve(lowering, result), 'value'),
  )
}

interface Found {
  readonly value: unknown
}

function exampleOf(request: Found | undefined, response: Found | undefined): { example?: Example } {
  if (!request && !response) return {}
  return {
    example: {
      ...(request ? { request: request.value } : {}),
      ...(response ? { response: response.value } : {}),
    },
  }
}

function exampleOfContent(lowering: Following, at: Node): Found | undefined {
  const content = member(at, 'content')
  const [, json] = (content ? members(content) : []).find(([type]) => isJson(type)) ?? []
  return json && exampleIn(lowering, json)
}

/** The first example of a content or a parameter: its own, or that of its schema. */
export function exampleIn(lowering: Following, node: Node): Found | undefined {
  const several = member(node, 'examples')
  const [, first] = (several ? members(several) : [])[0] ?? []
  const own = member(node, 'example') ?? (first && member(resolve(lowering, first), 'value'))
  if (own) return own
  const schema = member(node, 'schema')
  const resolved = schema && resolve(lowering, schema)
  return resolved && (member(resolved, 'example') ?? items(member(resolved, 'examples'))[0])
}
