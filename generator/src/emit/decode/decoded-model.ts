import { reached } from '../../model/collections/reached.js'
import type { DecodedFormatName } from '../../model/decoded-formats.js'
import { partsOf } from '../../model/shapes/parts.js'
import type { Declaration, Field, Scalar, Shape } from '../../model/shapes/shape.js'
import type { Case } from '../../model/shapes/union.js'
import type { PackageView } from '../../view/package-view.js'

/** The type that a string format is decoded to, and the runtime's function for it. */
interface DecodedFormat {
  readonly type: 'bigint' | 'bytes' | 'date'
  readonly step: string
}

const FORMATS: Readonly<Record<DecodedFormatName, DecodedFormat>> = {
  int64: { type: 'bigint', step: 'int64' },
  uint64: { type: 'bigint', step: 'uint64' },
  integer: { type: 'bigint', step: 'wholeNumber' },
  'date-time': { type: 'bigint', step: 'dateTime' },
  base64: { type: 'bytes', step: 'base64' },
  byte: { type: 'bytes', step: 'base64' },
  hex: { type: 'bytes', step: 'hex' },
  'hex-lower': { type: 'bytes', step: 'hexLower' },
  'hex-quantity': { type: 'bigint', step: 'hexQuantity' },
  'hex-bytes': { type: 'bytes', step: 'hexBytes' },
}

/** With `dates: 'date'` alone, only times are decoded. */
const DATES: Readonly<Record<string, DecodedFormat>> = {
  'date-time': { type: 'date', step: 'date' },
}

/** The parts of the model that decoding changes. */
export interface Decoding {
  /** Whether only times are decoded, to `Date`. */
  readonly onlyDates: boolean
  /** Declarations whose decoded type differs from the wire type, directly or in a nested type. */
  readonly names: ReadonlySet<string>
}

export function decodedFormat(
  { type, format }: Scalar,
  { onlyDates }: Pick<Decoding, 'onlyDates'>,
): DecodedFormat | undefined {
  const formats: Readonly<Record<string, DecodedFormat>> = onlyDates ? DATES : FORMATS
  if (type !== 'string' || format === undefined || !Object.hasOwn(formats, format)) return undefined
  return formats[format]
}

export function decodingOf({ model, dates }: Pick<PackageView, 'model' | 'dates'>): Decoding {
  const kind = { onlyDates: dates === 'date' }
  return { ...kind, names: changedNames(model.declarations, kind) }
}

function changedNames(
  declarations: readonly Declaration[],
  kind: Pick<Decoding, 'onlyDates'>,
): ReadonlySet<string> {
  const users = new Map<string, string[]>()
  const open: string[] = []
  for (const { name, shape } of declarations) {
    visit(shape, (part) => {
      if (part.kind === 'reference') {
        users.set(part.name, [...(users.get(part.name) ?? []), name])
      } else if (changesByItself(part, kind)) open.push(name)
    })
  }
  return new Set(reached(open, (name) => users.get(name) ?? []))
}

/** Whether the package has decoders that its client can use. */
export function hasDecoders(view: PackageView): boolean {
  return view.parts.has('decode') && decodingOf(view).names.size > 0
}

/** Whether a client decodes its results. */
export type Decodes = 'never' | 'on demand' | 'always'

export function clientDecodes(view: PackageView): Decodes {
  if (!hasDecoders(view)) return 'never'
  return view.dates === 'date' ? 'always' : 'on demand'
}

/** In an untagged union the kind of a value is unknown, so its values are not decoded. */
function visit(shape: Shape, look: (part: Shape) => void): void {
  look(shape)
  if (isUntagged(shape)) return
  for (const part of partsOf(shape)) visit(part, look)
}

function isUntagged(shape: Shape): boolean {
  return shape.kind === 'union' && shape.tagging.style === 'none'
}

function changesByItself(shape: Shape, kind: Pick<Decoding, 'onlyDates'>): boolean {
  if (shape.kind === 'scalar') return decodedFormat(shape, kind) !== undefined
  const isFilled = (field: Field): boolean => hasDefault(field, kind)
  if (shape.kind === 'union') return !isUntagged(shape) && shape.common.some(isFilled)
  return shape.kind === 'record' && shape.fields.some(isFilled)
}

/** A field that the service omits if it has its default: decoded values always have it. */
export function hasDefault(field: Field, { onlyDates }: Pick<Decoding, 'onlyDates'>): boolean {
  return !onlyDates && field.default !== undefined && !field.required && field.flow !== 'write'
}

/** Whether decoding changes a shape. */
export function changes(shape: Shape, decoding: Decoding): boolean {
  let found = false
  visit(shape, (part) => {
    found ||=
      part.kind === 'reference' ? decoding.names.has(part.name) : changesByItself(part, decoding)
  })
  return found
}

export interface DecodedNames {
  readonly decoding: Decoding
  readonly nameOf: (wire: string) => string
  /** In sent values, fields with a default are optional. */
  readonly sent?: boolean
}

/** The shape of decoded values; parts that do not change refer to the wire types. */
export function decodedShape(shape: Shape, names: DecodedNames): Shape {
  if (!changes(shape, names.decoding)) return shape
  const inside = (each: Shape): Shape => decodedShape(each, names)
  switch (shape.kind) {
    case 'scalar':
      return decodedScalar(shape, names.decoding)
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

function decodedScalar(shape: Scalar, decoding: Decoding): Scalar {
  const type = decodedFormat(shape, decoding)?.type ?? shape.type
  if (type === 'date') return { kind: 'scalar', type }
  const format = shape.format === 'date-time' ? 'nanoseconds' : shape.format
  return { kind: 'scalar', type, ...(format === undefined ? {} : { format }) }
}

function decodedField(field: Field, names: DecodedNames): Field {
  const { default: _, ...rest } = field
  const shape = decodedShape(field.shape, names)
  return hasDefault(field, names.decoding) && !names.sent
    ? { ...rest, shape, required: true }
    : { ...field, shape }
}

function decodedCase(member: Case, names: DecodedNames): Case {
  return member.payload ? { ...member, payload: decodedShape(member.payload, names) } : member
}
