import { partsOf } from '../../model/shapes/parts.js'
import type { Case, Declaration, Field, Scalar, Shape } from '../../model/shapes/shape.js'
import type { PackageView } from '../../view/package-view.js'

/** What text in a format is decoded to, and the step of the runtime that does it. */
interface DecodedFormat {
  readonly type: 'bigint' | 'bytes'
  readonly step: string
}

const FORMATS: Readonly<Record<string, DecodedFormat>> = {
  int64: { type: 'bigint', step: 'int64' },
  uint64: { type: 'bigint', step: 'uint64' },
  integer: { type: 'bigint', step: 'wholeNumber' },
  'date-time': { type: 'bigint', step: 'dateTime' },
  base64: { type: 'bytes', step: 'base64' },
  byte: { type: 'bytes', step: 'base64' },
  hex: { type: 'bytes', step: 'hex' },
  'hex-lower': { type: 'bytes', step: 'hexLower' },
}

export function decodedFormat({ type, format }: Scalar): DecodedFormat | undefined {
  if (type !== 'string' || format === undefined || !Object.hasOwn(FORMATS, format)) return undefined
  return FORMATS[format]
}

/** The declarations whose decoded values differ from what travels, directly or further down. */
export function decodedDeclarations(declarations: readonly Declaration[]): ReadonlySet<string> {
  const found = new Set<string>()
  const users = new Map<string, string[]>()
  const open: string[] = []
  const add = (name: string): void => {
    if (found.has(name)) return
    found.add(name)
    open.push(name)
  }
  for (const { name, shape } of declarations) {
    visit(shape, (part) => {
      if (part.kind === 'reference') {
        users.set(part.name, [...(users.get(part.name) ?? []), name])
      } else if (changesByItself(part)) add(name)
    })
  }
  for (let next = open.pop(); next !== undefined; next = open.pop()) users.get(next)?.forEach(add)
  return found
}

/** Whether the package has decoders, so that its client can be told to use them. */
export function hasDecoders({ model, parts }: PackageView): boolean {
  return parts.has('decode') && decodedDeclarations(model.declarations).size > 0
}

/** Nothing says which of the kinds of an untagged union a value is, so they are left as they travel. */
function visit(shape: Shape, look: (part: Shape) => void): void {
  look(shape)
  if (isUntagged(shape)) return
  for (const part of partsOf(shape)) visit(part, look)
}

function isUntagged(shape: Shape): boolean {
  return shape.kind === 'union' && shape.tagging.style === 'none'
}

function changesByItself(shape: Shape): boolean {
  if (shape.kind === 'scalar') return decodedFormat(shape) !== undefined
  if (shape.kind === 'union') return !isUntagged(shape) && shape.common.some(hasDefault)
  return shape.kind === 'record' && shape.fields.some(hasDefault)
}

/** A member that the service leaves out where it is the default: decoded values always have it. */
export function hasDefault(field: Field): boolean {
  return field.default !== undefined && !field.required && field.flow !== 'write'
}

/** Whether a shape reads differently once it is decoded. */
export function changes(shape: Shape, decoded: ReadonlySet<string>): boolean {
  let found = false
  visit(shape, (part) => {
    found ||= part.kind === 'reference' ? decoded.has(part.name) : changesByItself(part)
  })
  return found
}

export interface DecodedNames {
  readonly decoded: ReadonlySet<string>
  readonly nameOf: (wire: string) => string
  /** Of what is sent: nobody has to give what has a default. */
  readonly sent?: boolean
}

/** The shape of decoded values; what does not change refers to the types that travel. */
export function decodedShape(shape: Shape, names: DecodedNames): Shape {
  if (!changes(shape, names.decoded)) return shape
  const inside = (each: Shape): Shape => decodedShape(each, names)
  switch (shape.kind) {
    case 'scalar':
      return decodedScalar(shape)
    case 'reference':
      return { kind: 'reference', name: names.nameOf(shape.name) }
    case 'list':
      return { ...shape, items: inside(shape.items) }
    case 'tuple':
      return {
        ...shape,
        items: shape.items.map(inside),
        ...(shape.rest ? { rest: inside(shape.rest) } : {}),
      }
    case 'map':
      return { ...shape, values: inside(shape.values) }
    case 'nullable':
      return { ...shape, shape: inside(shape.shape) }
    case 'intersection':
      return { ...shape, parts: shape.parts.map(inside) }
    case 'record':
      return {
        ...shape,
        fields: shape.fields.map((field) => decodedField(field, names)),
        ...(shape.rest ? { rest: inside(shape.rest) } : {}),
      }
    case 'union':
      return {
        ...shape,
        cases: shape.cases.map((each) => decodedCase(each, names)),
        common: shape.common.map((field) => decodedField(field, names)),
      }
    default:
      return shape
  }
}

function decodedScalar(shape: Scalar): Scalar {
  const type = decodedFormat(shape)?.type ?? shape.type
  const format = shape.format === 'date-time' ? 'nanoseconds' : shape.format
  return { kind: 'scalar', type, ...(format === undefined ? {} : { format }) }
}

function decodedField(field: Field, names: DecodedNames): Field {
  const { default: _, ...rest } = field
  const shape = decodedShape(field.shape, names)
  return hasDefault(field) && !names.sent ? { ...rest, shape, required: true } : { ...field, shape }
}

function decodedCase(member: Case, names: DecodedNames): Case {
  return member.payload ? { ...member, payload: decodedShape(member.payload, names) } : member
}
