import { Faults } from './faults.js'
import { fromWire } from './from-wire.js'
import type { LiteralValue } from './input.js'
import {
  KIND,
  type Layout,
  type MemberLayout,
  type RecordLayout,
  type TextLayout,
  type UnionLayout,
} from './layout.js'
import { isWideInteger, scalarText } from './scalars.js'
import { commonOf } from './unions.js'

/** A JSON Schema that every provider accepts: no alternatives, no references. */
export type FlatSchema = {
  type?: string | string[]
  description?: string
  enum?: LiteralValue[]
  items?: FlatSchema
  minItems?: number
  maxItems?: number
  properties?: { [name: string]: FlatSchema }
  required?: string[]
  additionalProperties?: boolean | FlatSchema
  default?: LiteralValue
  format?: string
  contentEncoding?: string
  examples?: Json[]
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  uniqueItems?: boolean
}

/** The formats that JSON Schema defines; others are told in words. */
const FORMATS: ReadonlySet<string> = new Set(
  'date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri iri-reference uuid uri-template json-pointer relative-json-pointer regex'.split(
    ' ',
  ),
)

type Json = LiteralValue | Json[] | { [name: string]: Json }

export type ToolSchema = FlatSchema & { type: 'object' }

export function toolSchema(layout: RecordLayout): ToolSchema {
  return { ...recordSchema(layout), type: 'object' }
}

function schemaOf(layout: Layout): FlatSchema {
  const schema = bareSchema(layout)
  if (!layout.nullable || schema.type === undefined) return schema
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type
  return {
    ...schema,
    type: types.includes('null') ? types : [...types, 'null'],
    ...(schema.enum && !schema.enum.includes(null) ? { enum: [...schema.enum, null] } : {}),
  }
}

function bareSchema(layout: Layout): FlatSchema {
  switch (layout.kind) {
    case 'scalar': {
      const { type, format = '', words } = layout
      if (isWideInteger(layout))
        return { type: ['integer', 'string'], description: scalarText(layout), ...words }
      // Lengths and patterns are of the bytes, not of their text.
      if (type === 'bytes')
        return { type: 'string', description: scalarText(layout), contentEncoding: 'base64' }
      const says = type === 'string' && scalarText(layout) !== 'a text'
      return {
        type,
        ...(says ? { description: scalarText(layout) } : {}),
        ...(type === 'string' && FORMATS.has(format) ? { format } : {}),
        ...words,
      }
    }
    case 'enum':
      return { type: typesOf(layout.values), enum: [...layout.values] }
    case 'text':
      return { type: 'string', description: `JSON text${namedText(layout)}` }
    case 'object':
      return { type: 'object' }
    case 'choice':
      return choiceSchema(layout.cases)
    case 'list':
      return { type: 'array', items: schemaOf(layout.items), ...layout.words }
    case 'tuple': {
      const { items, required, rest } = layout
      const each = items.map((item, index) => `${index}: ${textFor(item)}`).join(', ')
      return {
        type: 'array',
        // One schema for items of any kind: without one, some providers refuse the list.
        items: {},
        description: `a list of ${each}${rest ? `, then ${textFor(rest)}` : ''}`,
        minItems: required,
        ...(rest ? {} : { maxItems: items.length }),
      }
    }
    case 'map':
      return { type: 'object', additionalProperties: schemaOf(layout.values) }
    case 'record':
      return recordSchema(layout)
    case 'union':
      return unionSchema(layout)
  }
}

function namedText({ name }: TextLayout): string {
  return name === undefined ? '' : ` of ${name}`
}

/** The schema of a position of an array. */
function textFor(layout: Layout): string {
  if (layout.kind === 'scalar') return scalarText(layout)
  if (layout.kind === 'enum')
    return layout.values.map((value) => JSON.stringify(value)).join(' or ')
  if (layout.kind === 'text') return `JSON text${namedText(layout)}`
  return layout.kind === 'list' || layout.kind === 'tuple' ? 'a list' : 'an object'
}

function typesOf(values: readonly LiteralValue[]): string | string[] {
  const types = [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))]
  const [only = 'string', ...more] = types
  return more.length === 0 ? only : types
}

function choiceSchema(cases: readonly Layout[]): FlatSchema {
  const schemas = cases.map(schemaOf)
  const types = schemas.flatMap(({ type }) => type ?? [])
  const list = schemas.find(({ items }) => items)
  return {
    type: [...new Set(types)],
    description: cases.map(textFor).join(', or '),
    ...(list?.items ? { items: list.items } : {}),
  }
}

function recordSchema({ members, rest, open }: RecordLayout): FlatSchema {
  const required = members.filter((each) => each.required).map(({ flat }) => flat)
  return {
    type: 'object',
    properties: properties(members),
    ...(required.length > 0 ? { required } : {}),
    ...(open && !rest ? {} : { additionalProperties: rest ? schemaOf(rest) : false }),
  }
}

function unionSchema(union: UnionLayout): FlatSchema {
  const { cases, common } = union
  const always = common.filter((each) =>
    cases.every((member) => commonOf(union, member).includes(each)),
  )
  const payloads = cases.flatMap(({ member, payload, doc }): [string, FlatSchema][] =>
    payload ? [[member, described(schemaOf(payload), doc)]] : [],
  )
  return {
    type: 'object',
    properties: Object.fromEntries([
      [
        KIND,
        {
          type: 'string',
          enum: cases.map(({ tag }) => tag),
          ...(payloads.length > 0
            ? { description: 'give the member of this name, and no other' }
            : {}),
        },
      ],
      ...payloads,
      ...Object.entries(properties(common)),
    ]),
    required: [KIND, ...always.filter((each) => each.required).map(({ flat }) => flat)],
    ...(union.open ? {} : { additionalProperties: false }),
  }
}

function properties(members: readonly MemberLayout[]): Record<string, FlatSchema> {
  return Object.fromEntries(
    members.map(({ flat, wire, layout, doc, default: value, examples = [] }) => {
      const name = flat === wire ? undefined : `On the wire: ${wire}.`
      const schema = described(schemaOf(layout), name, doc)
      const isPlain = value !== undefined && (typeof value !== 'object' || value === null)
      const shown = examples.flatMap((each) => exampleFor(layout, each))
      return [
        flat,
        {
          ...schema,
          ...(isPlain ? { default: value } : {}),
          ...(shown.length > 0 ? { examples: shown } : {}),
        },
      ]
    }),
  )
}

/** An example of the wire as an argument, if it is one. */
function exampleFor(layout: Layout, wire: unknown): Json[] {
  const faults = new Faults()
  const flat = fromWire(layout, wire, '', faults)
  if (faults.list.length > 0 || flat === undefined) return []
  const example: Json = JSON.parse(JSON.stringify(flat))
  return [example]
}

/** The description of a member, and what its value looks like. */
function described(schema: FlatSchema, ...texts: readonly (string | undefined)[]): FlatSchema {
  const told = texts.filter((text) => text !== undefined && text !== '').join(' ')
  const { description: form } = schema
  if (told === '') return schema
  return { ...schema, description: form === undefined ? told : `${told} (${form})` }
}
