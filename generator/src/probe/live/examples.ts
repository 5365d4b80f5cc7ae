import { isJson } from '../../model/operations/contents.js'
import { escapeToken, parsePointer } from '../../model/pointer.js'
import type { Source } from '../../model/shapes/shape.js'
import type { Document } from '../../source/document.js'
import { items, member, members, type Node, textAt } from '../../source/node.js'
import { isReference, targetOf } from '../../source/references.js'

export interface NamedExample {
  readonly name: string
  readonly value: unknown
}

/** The value at a location of the document, as it was written. */
export function nodeAt(document: Document, { file, pointer }: Source): Node | undefined {
  const tokens = parsePointer(pointer).map((each) => encodeURIComponent(escapeToken(each)))
  const ref = { $ref: `#${tokens.map((token) => `/${token}`).join('')}` }
  const node = document.resolve({ value: ref, source: { file, pointer: '' } })
  return 'value' in node ? node : undefined
}

/** Possible values of a parameter: examples first, then what its schema suggests. */
export function parameterExample(
  document: Document,
  parameter: Node,
  required: boolean,
): { readonly value: unknown } | undefined {
  const [, content] = contentOf(document, parameter) ?? []
  const shown = exampleAt(document, parameter) ?? (content && exampleAt(document, content))
  if (shown) return shown
  const schema = member(content ?? parameter, 'schema')
  const plain = schema && targetOf(document, schema, isReference)
  if (!plain) return undefined
  const own = exampleAt(document, plain)
  // Defaults and first enum values are guesses, only used if a call needs them.
  if (own || !required) return own
  return member(plain, 'default') ?? member(plain, 'const') ?? items(member(plain, 'enum'))[0]
}

/** `example`, the first item of an `examples` list, or the first named one. */
function exampleAt(document: Document, node: Node): Node | undefined {
  const single = member(node, 'example')
  if (single) return single
  const several = member(node, 'examples')
  if (!several) return undefined
  if (Array.isArray(several.value)) return items(several)[0]
  const [first] = members(several)
  return first && member(targetOf(document, first[1], isReference), 'value')
}

function contentOf(document: Document, node: Node): readonly [string, Node] | undefined {
  const content = member(node, 'content')
  const entries = content ? members(content) : []
  const found = entries.find(([type]) => isJson(type))
  return found && [found[0], targetOf(document, found[1], isReference)]
}

export interface BodyExamples {
  readonly mediaType: string
  readonly examples: readonly NamedExample[]
}

/** All example JSON bodies of an operation. */
export function bodyExamples(document: Document, operation: Node): BodyExamples | undefined {
  const body = member(operation, 'requestBody')
  const found = body && contentOf(document, targetOf(document, body, isReference))
  if (!found) return undefined
  const [mediaType, content] = found
  const named = member(content, 'examples')
  const several = (named ? members(named) : []).flatMap(([name, each]) => {
    const value = member(targetOf(document, each, isReference), 'value')
    return value ? [{ name, value: value.value }] : []
  })
  if (several.length > 0) return { mediaType, examples: several }
  const schema = member(content, 'schema')
  const only =
    member(content, 'example') ??
    (schema && exampleAt(document, targetOf(document, schema, isReference)))
  return { mediaType, examples: only ? [{ name: 'example', value: only.value }] : [] }
}

/** All examples of arguments of an OpenRPC method, by name. */
export function pairings(document: Document, method: Node): NamedExample[] {
  return items(member(method, 'examples')).map((each, index) => {
    const pairing = targetOf(document, each, isReference)
    const params = items(member(pairing, 'params')).flatMap((param) => {
      const node = targetOf(document, param, isReference)
      const name = textAt(node, 'name')
      const value = member(node, 'value')
      return name !== undefined && value ? [[name, value.value] as const] : []
    })
    return {
      name: textAt(pairing, 'name') ?? String(index + 1),
      value: Object.fromEntries(params),
    }
  })
}
