import type { Field, Shape, Union } from '../../model/shape.js'
import { wireLayout } from '../../model/union.js'
import { defaultTag, docBlock, docOf, missingTag } from './doc.js'
import {
  around,
  intersectionOf,
  type Layout,
  print,
  typeArguments,
  unionOf,
  word,
} from './layout.js'
import { literal, propertyKey } from './text.js'

/** How a shape's text refers to other declarations, and which side of the wire it is written for. */
export interface ShapeScope {
  /** The identifier of a declaration, imported if it stands in another file. */
  readonly refer: (name: string) => string
  /** Fields that are only sent are left out of what is received, and the other way round. */
  readonly leavesOut: 'read' | 'write'
  /**
   * Whether a map of such values can be a `Record`. Not where a declaration of the document has
   * taken that name, nor where an alias would come back to itself through it.
   */
  readonly asRecord: (values: Shape) => boolean
  /** A type of the platform, whatever the document calls like it. */
  readonly platform: (name: 'Blob' | 'Headers') => string
  /** The type of a field whose value is encoded on its way, so that its shape is not what is given. */
  readonly given?: (field: Field) => string | undefined
}

export function shapeLayout(shape: Shape, scope: ShapeScope): Layout {
  switch (shape.kind) {
    case 'scalar':
      return word(shape.type === 'binary' ? scope.platform('Blob') : SCALARS[shape.type])
    case 'literal':
      return word(literal(shape.value))
    case 'enumeration':
      return enumerationLayout(shape.values, shape.open !== false)
    case 'list':
      return listLayout(shape.items, scope)
    case 'tuple':
      return tupleLayout(shape, scope)
    case 'map':
      return mapLayout(shape.values, scope)
    case 'record':
      return recordLayout(shape.fields, shape.rest, scope)
    case 'nullable':
      return nullableLayout(shape.shape, scope)
    case 'reference':
      return word(scope.refer(shape.name))
    case 'intersection':
      return intersectionOf(shape.parts.map((part) => inParentheses(part, scope)))
    case 'union':
      return unionLayout(shape, scope)
    case 'json':
      return word('unknown')
    case 'never':
      return word('never')
  }
}

const SCALARS = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
} as const

/** One object beside `null` keeps its brace on the line where it begins. */
function nullableLayout(shape: Shape, scope: ShapeScope): Layout {
  const either = unionOf([...members(shape, scope), word('null')])
  if (shape.kind !== 'record') return either
  return { broken: (indent) => `${shapeLayout(shape, scope).broken(indent)} | null` }
}

/** The members of a union that a shape adds to the union around it. */
function members(shape: Shape, scope: ShapeScope): Layout[] {
  if (shape.kind === 'nullable') return [...members(shape.shape, scope), word('null')]
  if (shape.kind === 'enumeration') return enumerationMembers(shape.values, shape.open !== false)
  if (shape.kind === 'union')
    return distinct(shape.cases.map((each) => caseLayout(shape, each, scope)))
  return [inParentheses(shape, scope)]
}

/** Scalars that mean the same in TypeScript need not be said twice. */
function distinct(layouts: readonly Layout[]): Layout[] {
  const seen = new Set<string>()
  return layouts.filter(({ flat }) => {
    if (flat === undefined) return true
    const fresh = !seen.has(flat)
    seen.add(flat)
    return fresh
  })
}

function unionLayout(shape: Union, scope: ShapeScope): Layout {
  return unionOf(members(shape, scope))
}

/** One member of a union as it is on the wire, without a name. */
export function caseLayout(
  union: Union,
  member: Union['cases'][number],
  scope: ShapeScope,
): Layout {
  const laid = wireLayout(union, member)
  switch (laid.kind) {
    case 'unit':
      return word(literal(laid.value))
    case 'plain':
      return inParentheses(laid.payload, scope)
    case 'record':
      return recordLayout(laid.fields, laid.rest, scope)
    case 'named': {
      const tag: Shape = { kind: 'record', fields: [laid.tag, ...union.common] }
      const both = intersectionOf([inParentheses(laid.payload, scope), shapeLayout(tag, scope)])
      return union.cases.length > 1 ? around('(', both, ')') : both
    }
  }
}

export function enumerationMembers(
  values: readonly (string | number | boolean | null)[],
  open: boolean,
): Layout[] {
  const known = values.map((value) => word(literal(value)))
  return open ? [...known, word('(string & {})')] : known
}

function enumerationLayout(
  values: readonly (string | number | boolean | null)[],
  open: boolean,
): Layout {
  return unionOf(enumerationMembers(values, open))
}

/** Whether a type needs parentheses in front of `[]` or inside an intersection. */
function inParentheses(shape: Shape, scope: ShapeScope): Layout {
  const layout = shapeLayout(shape, scope)
  const several =
    shape.kind === 'nullable' ||
    (shape.kind === 'enumeration' && (shape.open !== false || shape.values.length > 1)) ||
    (shape.kind === 'union' && members(shape, scope).length > 1)
  return several ? around('(', layout, ')') : layout
}

function listLayout(items: Shape, scope: ShapeScope): Layout {
  const joined = items.kind === 'intersection'
  const inner = joined ? around('(', shapeLayout(items, scope), ')') : inParentheses(items, scope)
  return around('', inner, '[]')
}

function tupleLayout(shape: Extract<Shape, { readonly kind: 'tuple' }>, scope: ShapeScope): Layout {
  const parts = shape.items.map((item, index) =>
    index < shape.required ? shapeLayout(item, scope) : around('', inParentheses(item, scope), '?'),
  )
  const rest = shape.rest ? [around('...', listLayout(shape.rest, scope), '')] : []
  const all = [...parts, ...rest]
  const flat = all.every((each) => each.flat !== undefined)
    ? { flat: `[${all.map((each) => each.flat).join(', ')}]` }
    : {}
  return {
    ...flat,
    broken: (indent) => {
      const pad = ' '.repeat(indent + 2)
      const lines = all.map((each) => `${pad}${print(each, indent + 2, indent + 2)},\n`)
      return `[\n${lines.join('')}${' '.repeat(indent)}]`
    },
  }
}

function mapLayout(values: Shape, scope: ShapeScope): Layout {
  const inner = shapeLayout(values, scope)
  if (scope.asRecord(values)) return typeArguments('Record', [word('string'), inner])
  return {
    ...(inner.flat === undefined ? {} : { flat: `{ [key: string]: ${inner.flat} }` }),
    broken: (indent) => {
      const head = `${' '.repeat(indent + 2)}[key: string]:`
      const body = head + afterColon(inner, indent + 2, head.length)
      return `{\n${body}\n${' '.repeat(indent)}}`
    },
  }
}

function recordLayout(
  fields: readonly Field[],
  rest: Shape | undefined,
  scope: ShapeScope,
): Layout {
  if (!rest && fields.every((field) => field.flow === scope.leavesOut)) {
    return mapLayout({ kind: 'json' }, scope)
  }
  const body = (indent: number): string => fieldsText(fields, rest, scope, indent + 2)
  return { broken: (indent) => `{\n${body(indent)}${' '.repeat(indent)}}` }
}

/** The lines between the braces of an interface or an object type. */
export function fieldsText(
  fields: readonly Field[],
  rest: Shape | undefined,
  scope: ShapeScope,
  indent: number,
): string {
  const visible = fields.filter((field) => field.flow !== scope.leavesOut)
  const texts = visible.map((field) => fieldText(field, scope, indent))
  if (rest) texts.push(restText(rest, visible, scope, indent))
  return texts.map((text, index) => gap(texts[index - 1], text) + text).join('')
}

/** Air between members as soon as one of the two has a comment. */
function gap(before: string | undefined, text: string): string {
  if (before === undefined) return ''
  return text.includes('/**') || before.includes('/**') ? '\n' : ''
}

function fieldText(field: Field, scope: ShapeScope, indent: number): string {
  const pad = ' '.repeat(indent)
  const doc = docBlock(
    docOf(field, formatTag(field.shape), defaultTag(field.default), missingTag(field)),
    indent,
  )
  const head = `${pad}${propertyKey(field.name)}${field.required ? '' : '?'}:`
  return `${doc}${head}${afterColon(fieldLayout(field, scope), indent, head.length)}\n`
}

function fieldLayout(field: Field, scope: ShapeScope): Layout {
  const given = scope.given?.(field)
  return given === undefined ? shapeLayout(field.shape, scope) : word(given)
}

/** A type that breaks as a union starts on the next line, everything else behind the colon. */
function afterColon(layout: Layout, indent: number, used: number): string {
  const text = print(layout, indent, used + 1)
  return text.startsWith('\n') ? text : ` ${text}`
}

/** What a string holds, where its type does not say it. */
export function formatTag(shape: Shape): string | undefined {
  const inner = shape.kind === 'nullable' ? shape.shape : shape
  const format = inner.kind === 'scalar' ? inner.format : undefined
  return format && /^[\w-]+$/.test(format) ? `@format ${format}` : undefined
}

/** An index signature has to admit the named fields too. */
function restText(
  rest: Shape,
  fields: readonly Field[],
  scope: ShapeScope,
  indent: number,
): string {
  const pad = ' '.repeat(indent)
  const head = `${pad}[key: string]:`
  if (rest.kind === 'json') return `${head} unknown\n`
  const known = fields.flatMap((field) => members(field.shape, scope))
  const absent = fields.some((field) => !field.required) ? [word('undefined')] : []
  const layout = unionOf(distinct([...members(rest, scope), ...known, ...absent]))
  return `${head}${afterColon(layout, indent, head.length)}\n`
}

/** `export type X = …` */
export function aliasText(name: string, layout: Layout): string {
  const head = `export type ${name} =`
  const text = print(layout, 0, head.length + 1)
  return text.startsWith('\n') ? `${head}${text}\n` : `${head} ${text}\n`
}
