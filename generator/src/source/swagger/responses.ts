import { member, members, type Node, textAt } from '../node.js'
import type { Builder, Made } from './builder.js'
import { schemaOf } from './parameters.js'
import { movedReference, upgradedSchema } from './schemas.js'

export function upgradedResponses(builder: Builder, node: Node, produces: readonly string[]): Made {
  const made = builder.make(node)
  for (const [status, each] of members(node)) {
    const value = status.startsWith('x-')
      ? builder.copy(each)
      : upgradedResponse(builder, each, produces)
    builder.set(made, status, value, each)
  }
  return made
}

export function upgradedResponse(builder: Builder, node: Node, produces: readonly string[]): Made {
  const made = builder.make(node)
  const reference = member(node, '$ref')
  const target = textAt(node, '$ref')
  if (reference && target !== undefined) {
    builder.set(made, '$ref', movedReference(target), reference)
    return made
  }
  builder.take(made, node, 'description')
  builder.takeExtensions(made, node)
  const headers = member(node, 'headers')
  if (headers) builder.set(made, 'headers', upgradedHeaders(builder, headers), headers)
  const content = contentOf(builder, node, produces)
  if (content) builder.set(made, 'content', content, node)
  return made
}

function upgradedHeaders(builder: Builder, node: Node): Made {
  const made = builder.make(node)
  for (const [name, each] of members(node)) {
    const header = builder.make(each)
    builder.take(header, each, 'description')
    builder.takeExtensions(header, each)
    builder.set(header, 'schema', schemaOf(builder, each), each)
    builder.set(made, name, header, each)
  }
  return made
}

function contentOf(builder: Builder, node: Node, produces: readonly string[]): Made | undefined {
  const schema = member(node, 'schema')
  const examples = member(node, 'examples')
  if (!schema) return undefined
  const isFile = textAt(schema, 'type') === 'file'
  const fallback = isFile ? 'application/octet-stream' : 'application/json'
  const content = builder.make(schema)
  for (const type of produces.length > 0 ? produces : [fallback]) {
    const media = builder.make(schema)
    builder.set(media, 'schema', upgradedSchema(builder, schema), schema)
    const example = examples && member(examples, type)
    if (example) builder.set(media, 'example', builder.copy(example), example)
    builder.set(content, type, media, schema)
  }
  return content
}
