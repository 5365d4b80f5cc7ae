import { type Dictionary, isDictionary, isJsonType } from '../model/json.js'
import { member, members, type Node, textAt } from './node.js'

/** The description language of a document, according to its first keywords. */
export type Language = 'openapi' | 'openrpc' | 'contract' | 'schema'

const SCHEMA_KEYWORDS = [
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

/** OpenAPI 3.0 has its own schema language; later versions use JSON Schema. Absent for other languages. */
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
  // Editors use a `$schema` of another site to validate files of any kind.
  const language = textAt(root, '$schema')
  const isDialect = language !== undefined && /^https?:\/\/json-schema\.org\//.test(language)
  return isDialect || SCHEMA_KEYWORDS.some((keyword) => member(root, keyword))
}

/** The messages of a CosmWasm contract: one schema each, and one for the response to each query. */
const CONTRACT_PARTS = ['instantiate', 'execute', 'query', 'migrate', 'sudo']

export function contractParts(root: Node): Node[] {
  const messages = CONTRACT_PARTS.flatMap((part) => member(root, part) ?? [])
  const responses = member(root, 'responses')
  const answers = responses ? members(responses).map(([, node]) => node) : []
  return [...messages, ...answers].filter((node) => isDictionary(node.value))
}

/** Keywords whose values are objects, in descriptions and in their parts. */
const PARTS = (
  'components paths methods schemas parameters responses requestBodies requestBody content schema ' +
  '$defs definitions properties get put post delete patch items additionalProperties'
).split(' ')

/** Whether a file is a description or a part of one, a schema, or a collection of them. */
export function isDescription(value: Dictionary): boolean {
  return [value, ...Object.values(value)].some((each) => isDictionary(each) && isPart(each))
}

/** Keywords like `type` and `name` are not enough, because other files have them too. */
function isPart(value: Dictionary): boolean {
  const lists = [value.allOf, value.oneOf, value.anyOf, value.enum, value.prefixItems]
  const texts = [value.openapi, value.openrpc, value.$schema, value.$ref]
  return (
    isJsonType(value.type) ||
    PARTS.some((keyword) => isDictionary(value[keyword])) ||
    texts.some((each) => typeof each === 'string') ||
    lists.some(Array.isArray)
  )
}
