import type { LinkedPages, NextPage } from '../extensions.js'
import { declarationNamed } from '../find.js'
import type { Model } from '../model.js'
import { answerOf, contentKind } from '../operations/contents.js'
import { inputForm } from '../operations/inputs.js'
import type { Operation } from '../operations/operation.js'
import { escapeToken, parsePointer } from '../pointer.js'
import { behindNames } from '../shapes/behind-names.js'
import { memberShape } from '../shapes/member-shape.js'
import type { Shape } from '../shapes/shape.js'
import { type Into, intoOf } from './page-input.js'

export interface PageFault {
  readonly message: string
  /** A word that is not known, and those that are. */
  readonly word: string
  readonly known?: readonly string[]
}

/** Why the pages of an operation cannot be read as described; what is not described is not judged. */
export function pageFault(
  model: Pick<Model, 'declarations'>,
  operation: Operation,
  { items, more, next }: LinkedPages,
): PageFault | undefined {
  const response = pageShape(operation)
  const list = shapeAt(model, response, items)
  if (list === 'missing' || (list && list.kind !== 'list' && list.kind !== 'json')) {
    return wrong(`the response has no array at ${JSON.stringify(items)}`, items)
  }
  const item = list?.kind === 'list' ? list.items : undefined
  const pointers: readonly (readonly [Shape | undefined, string | undefined, string])[] = [
    [response, more, 'the response'],
    next.by === 'last' ? [item, next.at, 'an item'] : [response, bodyPointer(next), 'the response'],
  ]
  for (const [shape, pointer, what] of pointers) {
    if (pointer !== undefined && shapeAt(model, shape, pointer) === 'missing') {
      return wrong(`${what} has no ${JSON.stringify(pointer)}`, pointer)
    }
  }
  if (next.by !== 'link' && next.by !== 'url') return intoFault(model, operation, next.into)
  const { binding } = operation
  return binding.kind === 'http' && binding.method !== 'GET'
    ? wrong('only GET operations are called at an address', '')
    : undefined
}

/** A pointer into the response, unless it is a header. */
function bodyPointer(next: NextPage): string | undefined {
  return 'at' in next && !next.at.startsWith('header:') ? next.at : undefined
}

function intoFault(
  model: Pick<Model, 'declarations'>,
  operation: Operation,
  into: string,
): PageFault | undefined {
  const found: Into | undefined = intoOf(operation, into)
  if (found === undefined) {
    const { parameters, body } = operation.input
    const known = parameters.map(({ name }) => name)
    if (into.startsWith('body:')) {
      return wrong(body ? `${into} is not body:/place` : 'the operation has no body', into)
    }
    return {
      ...wrong(`the operation has no parameter ${JSON.stringify(into)}`, into),
      ...(known.length > 0 ? { known } : {}),
    }
  }
  if (!into.startsWith('body:')) return undefined
  const input = inputForm(operation)
  const body =
    input.form === 'body'
      ? input.shape
      : 'fields' in input
        ? input.fields.find(({ name }) => name === 'body')?.shape
        : undefined
  return shapeAt(model, body, into.slice('body:'.length)) === 'missing'
    ? wrong(`the body has no ${JSON.stringify(into.slice('body:'.length))}`, into)
    : undefined
}

function wrong(message: string, word: string): PageFault {
  return { message, word }
}

/** The shape of the items of the array at a pointer into the response. */
export function pageItem(
  model: Pick<Model, 'declarations'>,
  operation: Operation,
  pointer: string,
): Shape | undefined {
  const list = shapeAt(model, pageShape(operation), pointer)
  return list !== undefined && list !== 'missing' && list.kind === 'list' ? list.items : undefined
}

/** The shape of a page, if it is JSON of one type. */
export function pageShape(operation: Operation): Shape | undefined {
  const [only, ...more] = answerOf(operation).contents
  return only && more.length === 0 && contentKind(only) === 'json' ? only.shape : undefined
}

/** The shape at a pointer; `missing` if everything on the way is described, and it is not. */
function shapeAt(
  model: Pick<Model, 'declarations'>,
  shape: Shape | undefined,
  pointer: string,
): Shape | 'missing' | undefined {
  const tokens = parsePointer(pointer)
  for (let count = 0; count <= tokens.length; count++) {
    const path = tokens.slice(0, count).map((token) => `/${escapeToken(token)}`)
    const found = memberShape(model, shape, path.join(''))
    if (found === undefined) return count === 0 ? undefined : 'missing'
    if (count === tokens.length) return resolved(model, found)
    // What is not a record with names has members that nobody has described.
    if (!isRecord(model, found)) return undefined
  }
  return undefined
}

/** What a shape is behind references, without null. */
export function resolved(model: Pick<Model, 'declarations'>, shape: Shape): Shape {
  return behindNames(shape, (name) => declarationNamed(model.declarations, name))
}

function isRecord(model: Pick<Model, 'declarations'>, shape: Shape): boolean {
  const found = resolved(model, shape)
  return found.kind === 'record' && found.fields.length > 0
}
