import { type Dictionary, isDictionary, member, members, type Node, textAt } from './node.js'

/** What a document is written in, as far as its first words say. */
export type Language = 'openapi' | 'openrpc' | 'contract' | 'schema'

const SCHEMA_WORDS = [
  '$defs',
  'definitions',
  'type',
  'oneOf',
  'anyOf',
  'allOf',
  'properties',
  '$ref',
  'if',
  'not',
  'enum',
  'const',
  'items',
  'prefixItems',
  'additionalProperties',
  'patternProperties',
  'required',
]

export function languageOf(root: Node): Language | undefined {
  if (textAt(root, 'openapi') !== undefined) return 'openapi'
  if (textAt(root, 'openrpc') !== undefined) return 'openrpc'
  if (member(root, 'swagger') || member(root, 'asyncapi')) return undefined
  if (isContract(root)) return 'contract'
  return isJsonSchema(root) ? 'schema' : undefined
}

/** 3.0 has a language of schemas of its own; later versions have JSON Schema. Absent where it is not OpenAPI. */
export function openApiLine(root: Node): '3.0' | '3.1' | undefined {
  const version = textAt(root, 'openapi')
  if (version === undefined) return undefined
  return version.startsWith('3.0') ? '3.0' : '3.1'
}

export function isContract(root: Node): boolean {
  return ['idl_version', 'contract_name'].some((key) => textAt(root, key) !== undefined)
}

function isJsonSchema(root: Node): boolean {
  if (!isDictionary(root.value)) return false
  // A `$schema` of elsewhere is what editors check files of any kind with.
  const language = textAt(root, '$schema')
  const isDialect = language !== undefined && /^https?:\/\/json-schema\.org\//.test(language)
  return isDialect || SCHEMA_WORDS.some((word) => member(root, word))
}

/** The messages of a CosmWasm contract: one schema each, and one for the answer to each query. */
const CONTRACT_PARTS = ['instantiate', 'execute', 'query', 'migrate', 'sudo']

export function contractParts(root: Node): Node[] {
  const messages = CONTRACT_PARTS.flatMap((part) => member(root, part) ?? [])
  const responses = member(root, 'responses')
  const answers = responses ? members(responses).map(([, node]) => node) : []
  return [...messages, ...answers].filter((node) => isDictionary(node.value))
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

/** Words that hold objects in descriptions and in their parts. */
const PARTS = (
  'components paths methods schemas parameters responses requestBodies requestBody content schema ' +
  '$defs definitions properties get put post delete patch items additionalProperties'
).split(' ')

/** Whether a file is a document or a part of one, a schema, or a collection of them. */
export function isDescription(value: Dictionary): boolean {
  return [value, ...Object.values(value)].some((each) => isDictionary(each) && isPart(each))
}

/** By more than words like `type` and `name`, which other files have too. */
function isPart(value: Dictionary): boolean {
  const lists = [value.allOf, value.oneOf, value.anyOf, value.enum, value.prefixItems]
  const texts = [value.openapi, value.openrpc, value.$schema, value.$ref]
  return (
    (typeof value.type === 'string' && TYPES.includes(value.type)) ||
    PARTS.some((word) => isDictionary(value[word])) ||
    texts.some((each) => typeof each === 'string') ||
    lists.some(Array.isArray)
  )
}
