import type { Case, Field, Scalar, Shape, Union } from '../../model/shapes/shape.js'
import { wireLayout } from '../../model/shapes/union.js'
import { defaultTag, docsOf, missingTag } from './doc.js'
import { indexSignature, objectType, type Property, property } from './structures.js'
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
  readonly platform: (name: 'Blob' | 'Date' | 'Headers') => string
  /** Whether members and lists can only be read. */
  readonly isReadonly?: boolean
  /** The type of a field whose value is encoded on its way, so that its shape is not what is given. */
  readonly given?: (field: Field) => string | undefined
}

/** The type of a shape. Where its lines break is decided when the module is printed. */
export function typeText(shape: Shape, scope: ShapeScope): string {
  switch (shape.kind) {
    case 'scalar':
      return scalarText(shape.type, scope)
    case 'literal':
      return literal(shape.value)
    case 'list':
      return listText(shape.items, scope)
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

/** `a & b`; what is there twice says no more than once. */
export function intersectionOf(parts: readonly string[]): string {
  return [...new Set(parts)].join(' & ')
}

/** The members of a union that a shape adds to the union around it. */
function membersOf(shape: Shape, scope: ShapeScope): string[] {
  if (shape.kind === 'nullable') return [...membersOf(shape.shape, scope), 'null']
  if (shape.kind === 'enumeration') return enumerationMembers(shape.values, shape.open !== false)
  // Scalars that mean the same in TypeScript need not be said twice.
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

/** One member of a union as it is on the wire, without a name. */
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

/** Whether a type spells out members of an object, each of which has a line of its own. */
export function isSpelledOut(type: string): boolean {
  return type.includes('\n')
}

/** Parentheses where a type stands in front of `[]` or inside an intersection. */
function inParentheses(shape: Shape, scope: ShapeScope): string {
  const several =
    shape.kind === 'nullable' ||
    (shape.kind === 'enumeration' && (shape.open !== false || shape.values.length > 1)) ||
    (shape.kind === 'union' && membersOf(shape, scope).length > 1)
  return several ? `(${typeText(shape, scope)})` : typeText(shape, scope)
}

function listText(items: Shape, scope: ShapeScope): string {
  return `${readonlyWord(scope)}${arrayText(items, scope)}`
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
  if (!rest && fields.every((field) => field.flow === scope.leavesOut)) {
    return mapText({ kind: 'json' }, scope)
  }
  return objectType(propertiesOf(fields, rest, scope))
}

/** The members of an interface. */
export function propertiesOf(
  fields: readonly Field[],
  rest: Shape | undefined,
  scope: ShapeScope,
): Property[] {
  const visible = fields.filter((field) => field.flow !== scope.leavesOut)
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

/** What a string holds, where its type does not say it. */
export function formatTag(shape: Shape): string | undefined {
  const inner = shape.kind === 'nullable' ? shape.shape : shape
  const format = inner.kind === 'scalar' ? inner.format : undefined
  return format && /^[\w-]+$/.test(format) ? `@format ${format}` : undefined
}

/** An index signature has to admit the named fields too. */
function restText(rest: Shape, fields: readonly Field[], scope: ShapeScope): string {
  if (rest.kind === 'json') return 'unknown'
  const known = fields.flatMap((field) => membersOf(field.shape, scope))
  const absent = fields.some((field) => !field.required) ? ['undefined'] : []
  return unionOf([...new Set([...membersOf(rest, scope), ...known, ...absent])])
}
