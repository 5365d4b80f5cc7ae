import { behindNames } from '../shapes/behind-names.js'
import type { Declaration, Shape } from '../shapes/shape.js'
import type { Operation, ResponseHeader } from './operation.js'

/** How the text of a header is converted. */
export interface HeaderKind {
  readonly of: 'text' | 'number' | 'boolean' | 'json'
  readonly isList: boolean
}

export interface AnswerHeader {
  readonly header: ResponseHeader
  readonly kind: HeaderKind
  /** The shape of the converted value; absent if it is the text as received. */
  readonly shape?: Shape
}

type Declarations = ReadonlyMap<string, Declaration>

/** The headers of each success, in the order of the outputs. A header that two of them describe differently is text. */
export function answerHeaders(
  { outputs }: Pick<Operation, 'outputs'>,
  declarations: Declarations,
): AnswerHeader[][] {
  const all = outputs.map(({ headers = [] }) =>
    headers
      .filter(({ name }) => sendable.test(name))
      .map((header) => answerHeader(header, declarations)),
  )
  const isSame = ({ header, kind }: AnswerHeader): boolean =>
    all.flat().every((other) => {
      const isOther = other.header.name.toLowerCase() !== header.name.toLowerCase()
      return isOther || (other.kind.of === kind.of && other.kind.isList === kind.isList)
    })
  return all.map((each) => each.map((one) => (isSame(one) ? one : { ...one, ...plainText })))
}

/** The characters of a name; reading any other header is an error of `fetch`. */
const sendable = /^[!#$%&'*+.^`|~\w-]+$/

const text: HeaderKind = { of: 'text', isList: false }
const plainText = { kind: text, shape: { kind: 'scalar', type: 'string' } } as const

function answerHeader(header: ResponseHeader, declarations: Declarations): AnswerHeader {
  const { shape, mediaType = '' } = header
  if (!shape) return { header, ...plainText }
  if (/[/+]json\b/i.test(mediaType)) return { header, shape, kind: { of: 'json', isList: false } }
  const named = (name: string): Declaration | undefined => declarations.get(name)
  const known = behindNames(shape, named)
  if (known.kind === 'list') {
    const of = scalarKind(behindNames(known.items, named))
    return of ? { header, shape, kind: { of, isList: true } } : { header, ...plainText }
  }
  const of = scalarKind(known)
  return of
    ? { header, shape: withoutNull(shape), kind: { of, isList: false } }
    : { header, ...plainText }
}

function scalarKind(shape: Shape | undefined): 'text' | 'number' | 'boolean' | undefined {
  if (shape?.kind === 'scalar') return kindOfType(shape.type)
  const values =
    shape?.kind === 'enumeration' ? shape.values : shape?.kind === 'literal' ? [shape.value] : []
  const types = new Set(values.map((each) => typeof each))
  const [type = ''] = types
  return types.size === 1 ? kindOfType(type) : undefined
}

function kindOfType(type: string): 'text' | 'number' | 'boolean' | undefined {
  if (type === 'string') return 'text'
  if (type === 'number' || type === 'integer') return 'number'
  return type === 'boolean' ? 'boolean' : undefined
}

function withoutNull(shape: Shape): Shape {
  return shape.kind === 'nullable' ? shape.shape : shape
}
