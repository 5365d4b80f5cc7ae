import { member, members, type Node, textAt } from '../node.js'
import type { Builder, Made } from './builder.js'
import { upgradedSchema, upgradeKeywords } from './schemas.js'

/** What belongs to a parameter itself; everything else is the schema of its value. */
const OF_PARAMETER: ReadonlySet<string> = new Set([
  'name',
  'in',
  'description',
  'required',
  'allowEmptyValue',
  'collectionFormat',
])

/** The style of a list, by its `collectionFormat`. Only commas are known everywhere. */
const STYLES: Readonly<Record<string, string>> = {
  csv: 'form',
  ssv: 'spaceDelimited',
  pipes: 'pipeDelimited',
  multi: 'form',
}

/** A parameter in the path, the query or a header. */
export function upgradedParameter(builder: Builder, node: Node): Made {
  const made = builder.make(node)
  builder.take(made, node, 'name', 'in', 'description', 'required', 'allowEmptyValue')
  builder.takeExtensions(made, node)
  builder.set(made, 'schema', schemaOf(builder, node), node)
  const where = textAt(node, 'in')
  const styles = where === 'path' || where === 'header' ? { csv: 'simple' } : STYLES
  if (textAt(node, 'type') === 'array') addStyle(builder, made, node, styles)
  return made
}

/** What OpenAPI 3 has no style for, such as tabs, keeps its word, which is then reported as no style. */
function addStyle(
  builder: Builder,
  made: Made,
  node: Node,
  styles: Readonly<Record<string, string>>,
): void {
  const format = member(node, 'collectionFormat')
  const word = String(format?.value ?? 'csv')
  builder.set(made, 'style', styles[word] ?? word, format ?? node)
  builder.set(made, 'explode', word === 'multi', format ?? node)
}

/** The schema that a parameter or a header is in 2.0. */
export function schemaOf(builder: Builder, node: Node): Made {
  const schema = builder.make(node)
  for (const [key, each] of members(node)) {
    if (OF_PARAMETER.has(key) || key.startsWith('x-')) continue
    const value = key === 'items' ? upgradedSchema(builder, each) : builder.copy(each)
    builder.set(schema, key, value, each)
  }
  upgradeKeywords(builder, schema, node)
  return schema
}

export function isOfBody(node: Node): boolean {
  return textAt(node, 'in') === 'body' || textAt(node, 'in') === 'formData'
}

/** The body of an operation, from its parameter `in: body` or from all `in: formData`. */
export function upgradedBody(
  builder: Builder,
  parameters: readonly Node[],
  consumes: readonly string[],
): Made | undefined {
  const body = parameters.find((each) => textAt(each, 'in') === 'body')
  if (body) return jsonBody(builder, body, consumes)
  const [first] = parameters
  return first && formBody(builder, parameters, first, consumes)
}

function jsonBody(builder: Builder, node: Node, consumes: readonly string[]): Made {
  const made = builder.make(node)
  builder.take(made, node, 'description', 'required')
  builder.takeExtensions(made, node)
  const content = builder.make(node)
  const schema = member(node, 'schema')
  const types = consumes.filter((type) => !isForm(type))
  for (const type of types.length > 0 ? types : ['application/json']) {
    const media = builder.make(node)
    if (schema) builder.set(media, 'schema', upgradedSchema(builder, schema), schema)
    builder.set(content, type, media, node)
  }
  builder.set(made, 'content', content, node)
  return made
}

function formBody(
  builder: Builder,
  parameters: readonly Node[],
  first: Node,
  consumes: readonly string[],
): Made {
  const schema = builder.make(first)
  builder.set(schema, 'type', 'object', first)
  const properties = builder.make(first)
  const encoding = builder.make(first)
  const required: string[] = []
  for (const each of parameters) {
    const name = textAt(each, 'name')
    if (name === undefined) continue
    const property = schemaOf(builder, each)
    builder.take(property, each, 'description')
    builder.set(properties, name, property, each)
    if (member(each, 'required')?.value === true) required.push(name)
    if (textAt(each, 'type') !== 'array') continue
    const way = builder.make(each)
    addStyle(builder, way, each, STYLES)
    builder.set(encoding, name, way, each)
  }
  builder.set(schema, 'properties', properties, first)
  if (required.length > 0) builder.set(schema, 'required', builder.list(first, ...required), first)
  const hasFile = parameters.some((each) => textAt(each, 'type') === 'file')
  const forms = consumes.filter(isForm)
  // Only one kind of form has room for files, whatever the document says.
  const types = hasFile
    ? ['multipart/form-data']
    : forms.length > 0
      ? forms
      : ['application/x-www-form-urlencoded']
  const content = builder.make(first)
  for (const type of types) {
    const media = builder.make(first)
    builder.set(media, 'schema', schema, first)
    if (type !== 'multipart/form-data' && Object.keys(encoding).length > 0) {
      builder.set(media, 'encoding', encoding, first)
    }
    builder.set(content, type, media, first)
  }
  const made = builder.make(first)
  builder.set(made, 'content', content, first)
  if (required.length > 0) builder.set(made, 'required', true, first)
  return made
}

function isForm(type: string): boolean {
  return type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data'
}
