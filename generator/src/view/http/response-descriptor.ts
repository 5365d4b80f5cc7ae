import { certainNames, kindNames } from '../../model/operations/certain-names.js'
import { isCertainRecord } from '../../model/operations/container-kinds.js'
import { answerOf, isHead, isReadAsSent, isUndescribed } from '../../model/operations/contents.js'
import type { Content, Operation } from '../../model/operations/operation.js'
import type { Declaration, Shape } from '../../model/shapes/shape.js'
import { type DescriptorMembers, runtime } from './descriptor-members.js'

/** Whether the content type of the response determines what a call resolves to. */
export function isReadByType(operation: Operation): boolean {
  if (isHead(operation)) return false
  const { contents, kinds } = answerOf(operation)
  const asSent = kinds.size > 1 || contents.some((each) => isReadAsSent(operation, each))
  return isUndescribed(operation) || asSent
}

/** The response half of an operation's descriptor. */
export function responseDescriptor(
  operation: Operation,
  declarations: ReadonlyMap<string, Declaration>,
): DescriptorMembers {
  if (isHead(operation)) return { read: runtime('readHeaders') }
  if (isUndescribed(operation)) return { accept: '*/*', read: runtime('readAsSent') }
  const { contents, kinds, mayBeEmpty } = answerOf(operation)
  if (contents.length === 0) return { noContent: true }
  const reader = isReadByType(operation) ? 'readAsSent' : readerOf(kinds, mayBeEmpty)
  const types = [...new Set(contents.map((each) => each.mediaType))].join(', ')
  return {
    ...(/^(application\/json|\*\/\*)$/i.test(types) ? {} : { accept: types }),
    ...(reader ? { read: runtime(reader) } : {}),
    ...lookedFor(contents, declarations, reader),
  }
}

/** How JSON that is not what is described is noticed without validators. */
function lookedFor(
  contents: readonly Content[],
  declarations: ReadonlyMap<string, Declaration>,
  reader: string | undefined,
): DescriptorMembers {
  if (reader !== undefined && reader !== 'readJsonOrNothing') return {}
  const tops = contents.map(({ shape }) => withoutNull(shape, declarations))
  const certain = tops.map(({ shape }) => certainNames(shape, declarations))
  const names = tops.map(({ shape }, at) =>
    certain[at]?.length ? certain[at] : kindNames(shape, declarations),
  )
  if (names.every((each) => each.length > 0)) {
    const kind = certain.every((each) => each.length > 0) ? 'anyName' : 'anyKind'
    const expects = tops.some((each) => each.nullable) ? `${kind}OrNull` : kind
    return { names: [...new Set(names.flat())], expects: runtime(expects) }
  }
  return !reader && isCertainRecord(contents, declarations) ? { expects: runtime('anyRecord') } : {}
}

/** What a shape is unless it is null, whatever it is called. */
function withoutNull(
  shape: Shape,
  declarations: ReadonlyMap<string, Declaration>,
): { readonly shape: Shape; readonly nullable?: true } {
  const seen = new Set<Shape>()
  let found: Shape | undefined = shape
  let nullable = {}
  while (found && !seen.has(found)) {
    seen.add(found)
    if (found.kind === 'nullable') {
      nullable = { nullable: true }
      found = found.shape
    } else if (found.kind === 'reference') found = declarations.get(found.name)?.shape
    else return { shape: found, ...nullable }
  }
  return { shape }
}

function readerOf(kinds: ReadonlySet<string>, mayBeEmpty: boolean): string | undefined {
  if (kinds.has('json')) return mayBeEmpty ? 'readJsonOrNothing' : undefined
  return kinds.has('binary') ? 'readBlob' : 'readText'
}
