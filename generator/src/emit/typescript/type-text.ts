import type { Field, Scalar, Shape } from '../../model/shapes/shape.js'
import type { Case, Union } from '../../model/shapes/union.js'
import { wireLayout } from '../../model/shapes/union.js'
import { defaultTag, docsOf, missingTag } from './doc.js'
import { indexSignature, objectType, type Property, property } from './structures.js'
import { literal, propertyKey } from './text.js'

/** How the text of a shape refers to declarations, and whether it is for received or sent values. */
export interface ShapeScope {
  /** The identifier of a declaration, imported if it is in another file. */
  readonly refer: (name: string) => string
  /** Which fields to leave out: write-only ones of received values, read-only ones of sent values. */
  readonly leavesOut: 'read' | 'write'
  /**
   * Whether a map of such values can be a `Record`: not if the document has a declaration of that name, nor if
   * an alias would be circular through it.
   */
  readonly asRecord: (values: Shape) => boolean
  /** A type of the platform, even if the document has a schema of that name. */
  readonly platform: (name: 'Blob' | 'Date' | 'Headers') => string
  /** Whether members and arrays are read-only. */
  readonly isReadonly?: boolean
  /** The type of a field that accepts other forms, because its value is encoded when it is sent. */
  readonly given?: (field: Field) => string | undefined
}

/** The type of a shape. Lines are broken when the module is printed. */
export function typeText(shape: Shape, scope: ShapeScope): string {
  switch (shape.kind) {
    case 'scalar':
      return scalarText(shape.type, scope)
    case 'literal':
      return literal(shape.value)
    case 'list':
      return `${readonlyWord(scope)}${arrayText(shape.items, scope)}`
    case 'tuple':
      return tupleText(shape, scope)
    case 'map':
      return mapText(shape.values, scope)
    case 'record':
      return recordText(shape.fields, shape.rest, scope)
    case 'reference':
      return scope.refer(shape.name)
    case 'intersection':
      return intersectionOf(shape.parts.map((part) => inParentheses(part, scope)))
    case 'enumeration':
    case 'nullable':
    case 'union':
      return unionOf(membersOf(shape, scope))
    case 'json':
      return 'unknown'
    case 'never':
      return 'never'
  }
}

function scalarText(type: Scalar['type'], scope: ShapeScope): string {
  if (type === 'binary') return scope.platform('Blob')
  return type === 'date' ? scope.platform('Date') : SCALARS[type]
}

const SCALARS = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
  bigint: 'bigint',
  bytes: 'Uint8Array',
} as const

/** `a | b` */
export function unionOf(members: readonly string[]): string {
  return members.join(' | ')
}

/** `a & b`, without duplicates. */
export function intersectionOf(parts: readonly string[]): string {
  return [...new Set(parts)].join(' & ')
}

/** The members that a shape adds to the surrounding union. */
function membersOf(shape: Shape, scope: ShapeScope): string[] {
  if (shape.kind === 'nullable') return [...membersOf(shape.shape, scope), 'null']
  if (shape.kind === 'enumeration') return enumerationMembers(shape.values, shape.open !== false)
  // Scalars with the same TypeScript type are only listed once.
  if (shape.kind === 'union')
    return [...new Set(shape.cases.map((each) => caseText(shape, each, scope)))]
  return [inParentheses(shape, scope)]
}

export function enumerationMembers(
  values: readonly (string | number | boolean | null)[],
  open: boolean,
): string[] {
  const known = values.map((value) => literal(value))
  return open ? [...known, '(string & {})'] : known
}

/** One member of a union as it is on the wire, as an inline type. */
export function caseText(union: Union, member: Case, scope: ShapeScope): string {
  const laid = wireLayout(union, member)
  switch (laid.kind) {
    case 'unit':
      return literal(laid.value)
    case 'plain':
      return inParentheses(laid.payload, scope)
    case 'record':
      return recordText(laid.fields, laid.rest, scope)
    case 'named': {
      const tag: Shape = { kind: 'record', fields: [laid.tag, ...union.common] }
      const both = intersectionOf([inParentheses(laid.payload, scope), typeText(tag, scope)])
      return union.cases.length > 1 ? `(${both})` : both
    }
  }
}

/** Whether a type contains an inline object type, whose members are printed on lines of their own. */
export function isSpelledOut(type: string): boolean {
  return type.includes('\n')
}

/** Adds parentheses to a type before `[]` or inside an intersection. */
function inParentheses(shape: Shape, scope: ShapeScope): string {
  // The text of a union is made once: twice at each level would be any number of times.
  if (shape.kind === 'union') {
    const members = membersOf(shape, scope)
    return members.length > 1 ? `(${unionOf(members)})` : unionOf(members)
  }
  const several =
    shape.kind === 'nullable' ||
    (shape.kind === 'enumeration' && (shape.open !== false || shape.values.length > 1))
  return several ? `(${typeText(shape, scope)})` : typeText(shape, scope)
}

function readonlyWord({ isReadonly }: ShapeScope): string {
  return isReadonly ? 'readonly ' : ''
}

function arrayText(items: Shape, scope: ShapeScope): string {
  const isApart =
    items.kind === 'intersection' ||
    // `readonly` belongs to all of what follows it.
    (scope.isReadonly === true && (items.kind === 'list' || items.kind === 'tuple'))
  const inner = isApart ? `(${typeText(items, scope)})` : inParentheses(items, scope)
  return `${inner}[]`
}

function tupleText(shape: Extract<Shape, { readonly kind: 'tuple' }>, scope: ShapeScope): string {
  const parts = shape.items.map((item, index) =>
    index < shape.required ? typeText(item, scope) : `${inParentheses(item, scope)}?`,
  )
  const rest = shape.rest ? [`...${arrayText(shape.rest, scope)}`] : []
  return `${readonlyWord(scope)}[${[...parts, ...rest].join(', ')}]`
}

function mapText(values: Shape, scope: ShapeScope): string {
  const inner = typeText(values, scope)
  if (scope.isReadonly) return `{ readonly [key: string]: ${inner} }`
  return scope.asRecord(values) ? `Record<string, ${inner}>` : `{ [key: string]: ${inner} }`
}

function recordText(fields: readonly Field[], rest: Shape | undefined, scope: ShapeScope): string {
  if (!rest && visibleFields(fields, scope).length === 0) {
    return mapText({ kind: 'json' }, scope)
  }
  return objectType(propertiesOf(fields, rest, scope))
}

/** The fields that are received, or sent. */
export function visibleFields(fields: readonly Field[], scope: ShapeScope): Field[] {
  return fields.filter((field) => field.flow !== scope.leavesOut)
}

/** The members of an interface. */
export function propertiesOf(
  fields: readonly Field[],
  rest: Shape | undefined,
  scope: ShapeScope,
): Property[] {
  const visible = visibleFields(fields, scope)
  const known = visible.map((field) => fieldProperty(field, scope))
  if (!rest) return known
  const others = indexSignature(restText(rest, visible, scope))
  return [...known, scope.isReadonly ? { ...others, isReadonly: true } : others]
}

function fieldProperty(field: Field, scope: ShapeScope): Property {
  return property({
    name: propertyKey(field.name),
    hasQuestionToken: !field.required,
    type: scope.given?.(field) ?? typeText(field.shape, scope),
    docs: docsOf(field, formatTag(field.shape), defaultTag(field.default), missingTag(field)),
    ...(scope.isReadonly ? { isReadonly: true } : {}),
  })
}

/** The format of a string as a TSDoc tag. */
export function formatTag(shape: Shape): string | undefined {
  const inner = shape.kind === 'nullable' ? shape.shape : shape
  const format = inner.kind === 'scalar' ? inner.format : undefined
  return format && /^[\w-]+$/.test(format) ? `@format ${format}` : undefined
}

/** The type of an index signature, which must also include the types of named fields. */
function restText(rest: Shape, fields: readonly Field[], scope: ShapeScope): string {
  if (rest.kind === 'json') return 'unknown'
  const known = fields.flatMap((field) => membersOf(field.shape, scope))
  const absent = fields.some((field) => !field.required) ? ['undefined'] : []
  return unionOf([...new Set([...membersOf(rest, scope), ...known, ...absent])])
}
