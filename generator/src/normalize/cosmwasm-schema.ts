import { type Dictionary, isDictionary } from '../model/json.js'
import { pascalCase } from '../model/names.js'
import { parseFragment, parsePointer } from '../model/pointer.js'
import { descend, insideEmbedded } from '../source/anchors.js'
import type { Document } from '../source/document.js'
import { type Node, textAt } from '../source/node.js'

/**
 * CosmWasm 3 contracts describe their messages in their own schema language, `"type": "v1"`: a list of Rust
 * types that refer to each other by index. Each such list is replaced by the JSON Schema for the same JSON,
 * so that later steps only know one language.
 */
export function convertCosmwasmSchema(document: Document): Document {
  const value = translated(document.root.value, 0)
  if (value === document.root.value) return document
  const root = { value, source: document.root.source }
  return {
    ...document,
    root,
    resolve: (ref) => {
      const target = parseFragment((textAt(ref, '$ref') ?? '').replace('#', ''))
      const pointer = 'pointer' in target ? target.pointer : ''
      const local = insideEmbedded(root, ref.source.pointer, pointer)
      const found = local ?? parsePointer(pointer).reduce<Node | undefined>(descend, root)
      return found ?? document.resolve(ref)
    },
  }
}

/** Messages are part of the contract; responses are one level further down. */
function translated(value: unknown, depth: number): unknown {
  if (!isDictionary(value) || depth > 2) return value
  if (value.type === 'v1' && Array.isArray(value.definitions)) return schemaOf(value)
  const parts = Object.entries(value).map(([key, part]) => [key, translated(part, depth + 1)])
  return parts.some(([key, part]) => value[String(key)] !== part)
    ? Object.fromEntries(parts)
    : value
}

/** Types that are strings in JSON. An unknown type keeps its name, so that it is reported. */
const TEXTS = new Set('string address binary hexBinary checksum timestamp decimal'.split(' '))

interface Types {
  readonly list: readonly unknown[]
  readonly root: unknown
  /** The name of each type that gets a declaration. */
  readonly names: ReadonlyMap<number, string>
}

function schemaOf({ definitions, root }: Dictionary): Dictionary {
  const list: readonly unknown[] = Array.isArray(definitions) ? definitions : []
  const types = { list, root, names: namesOf(list, root) }
  const named = [...types.names].map(([at, name]) => [name, typeSchema(list[at], types)] as const)
  const first = typeof root === 'number' ? list[root] : undefined
  const structured = isDictionary(first) && (first.type === 'struct' || first.type === 'enum')
  const title = structured ? shortName(first) : undefined
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...(title === undefined ? {} : { title }),
    ...typeSchema(first, types),
    definitions: Object.fromEntries(named),
  }
}

function namesOf(list: readonly unknown[], root: unknown): Map<number, string> {
  const short = list.map(shortName)
  const names = short.flatMap((name, at): [number, string][] => {
    if (name === undefined || at === root) return []
    const alone = short.indexOf(name) === short.lastIndexOf(name)
    return [[at, alone ? name : pascalCase(pathOf(list[at]))]]
  })
  return new Map(names)
}

function pathOf(type: unknown): string {
  return isDictionary(type) && typeof type.name === 'string' ? type.name : ''
}

/** The last segment of a Rust path. Built-in types have no path and get no name. */
function shortName(type: unknown): string | undefined {
  const path = pathOf(type)
  if (/^(alloc|core|std)::/.test(path)) return undefined
  return /(?:_|::)([A-Z]\w*)/.exec(path)?.[1]
}

function refer(at: unknown, types: Types): Dictionary {
  if (typeof at !== 'number') return {}
  if (at === types.root) return { $ref: '#' }
  const name = types.names.get(at)
  if (name !== undefined) return { $ref: `#/definitions/${name}` }
  const type = types.list[at]
  return type === undefined ? { $ref: `#/definitions/${at}` } : typeSchema(type, types)
}

function typeSchema(type: unknown, types: Types): Dictionary {
  if (!isDictionary(type)) return {}
  return { ...described(type), ...formOf(type, types) }
}

function described({ description }: Dictionary): Dictionary {
  return typeof description === 'string' ? { description } : {}
}

function formOf(type: Dictionary, types: Types): Dictionary {
  switch (type.type) {
    case 'boolean':
      return { type: 'boolean' }
    case 'float':
    case 'double':
      return { type: 'number' }
    case 'integer':
      return integer(type)
    case 'array':
      return { type: 'array', items: refer(type.items, types) }
    case 'tuple':
      return tuple(type.items, types)
    case 'optional':
      return { anyOf: [refer(type.inner, types), { type: 'null' }] }
    case 'unit':
      return { type: 'null' }
    case 'struct':
      return fieldsOf(type, types)
    case 'enum':
      return choice(type, types)
    default:
      return { type: TEXTS.has(String(type.type)) ? 'string' : type.type }
  }
}

/** Rust's own integers are JSON numbers; the wide ones of CosmWasm are strings. */
function integer({ name, signed }: Dictionary): Dictionary {
  if (typeof name === 'string' && /^[ui](8|16|32|64|size)$/.test(name)) {
    return { type: 'integer', ...(signed === true ? {} : { minimum: 0 }) }
  }
  return { type: 'string' }
}

function fieldsOf(type: Dictionary, types: Types): Dictionary {
  if (isDictionary(type.properties)) return record(type.properties, types)
  return Array.isArray(type.items) ? tuple(type.items, types) : { type: 'null' }
}

function record(properties: Dictionary, types: Types): Dictionary {
  const fields = Object.entries(properties).map(([name, field]) => {
    const { value, ...rest } = isDictionary(field) ? field : {}
    const schema = refer(value, types)
    const doc = described(rest)
    // Before draft 2019-09, siblings of a `$ref` are ignored.
    const said = schema.$ref === undefined || !doc.description ? schema : { allOf: [schema] }
    return [name, { ...said, ...doc }] as const
  })
  const required = Object.entries(properties)
    .filter(([, field]) => isDictionary(field) && !isOptional(field.value, types))
    .map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(fields),
    ...(required.length > 0 ? { required } : {}),
  }
}

function isOptional(at: unknown, { list }: Types): boolean {
  const type = typeof at === 'number' ? list[at] : undefined
  return isDictionary(type) && type.type === 'optional'
}

/** A newtype is serialized without an enclosing array. */
function tuple(items: unknown, types: Types): Dictionary {
  const parts: readonly unknown[] = Array.isArray(items) ? items : []
  if (parts.length === 1) return refer(parts[0], types)
  return {
    type: 'array',
    items: parts.map((each) => refer(each, types)),
    minItems: parts.length,
    maxItems: parts.length,
  }
}

function choice({ cases, discriminator }: Dictionary, types: Types): Dictionary {
  const variants = isDictionary(cases) ? Object.entries(cases) : []
  const tag = typeof discriminator === 'string' ? discriminator : undefined
  return {
    oneOf: variants.map(([name, each]) => {
      const variant = isDictionary(each) ? each : {}
      const schema =
        tag === undefined ? wrapped(name, variant, types) : inside(tag, name, variant, types)
      return { ...described(variant), ...schema }
    }),
  }
}

function wrapped(name: string, variant: Dictionary, types: Types): Dictionary {
  if (variant.type === 'unit') return { type: 'string', enum: [name] }
  return {
    type: 'object',
    properties: { [name]: fieldsOf(variant, types) },
    required: [name],
    additionalProperties: false,
  }
}

function inside(tag: string, name: string, variant: Dictionary, types: Types): Dictionary {
  const fields = isDictionary(variant.properties) ? record(variant.properties, types) : {}
  const properties = isDictionary(fields.properties) ? fields.properties : {}
  const required = Array.isArray(fields.required) ? fields.required : []
  return {
    type: 'object',
    properties: { [tag]: { type: 'string', enum: [name] }, ...properties },
    required: [tag, ...required],
  }
}
