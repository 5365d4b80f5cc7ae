import { linkedPages } from '../../model/extensions.js'
import { answerOf, contentKind, isHead, streamsOnly } from '../../model/operations/contents.js'
import type { Operation } from '../../model/operations/operation.js'
import { pageItem } from '../../model/pages/page-fault.js'
import { sameShape } from '../../model/shapes/fingerprint.js'
import { memberShape } from '../../model/shapes/member-shape.js'
import type { Shape } from '../../model/shapes/shape.js'
import type { PackageView } from '../../view/package-view.js'

/** What methods resolve to, or yield: a single JSON type. */
interface AnswerShape {
  readonly keys: readonly string[]
  readonly name: string
  readonly shape: Shape
}

export function answersIn(view: PackageView): AnswerShape[] {
  const { document, operations } = view.model
  const isHttp = document.language === 'openapi'
  return operations.flatMap((operation) => {
    const shape = streamsOnly(operation) ? undefined : answerShape(operation)
    const { name, extensions } = operation
    if (!isHttp) return callShapes(view, operation, shape)
    const { waiter } = extensions
    const waits = waiter ? [waiter.name, waiter.watch ?? [], waiter.begin?.name ?? []].flat() : []
    const pages = linkedPages(extensions)
    const item = pages && pageItem(view.model, operation, pages.items)
    return [
      ...(shape ? [{ keys: [...new Set([name, operation.id, ...waits])], name, shape }] : []),
      ...(pages && item ? [{ keys: [pages.name], name: pages.name, shape: item }] : []),
    ]
  })
}

/**
 * A call, the methods that wait for it or iterate its pages, and the events that it subscribes to.
 */
function callShapes(
  view: PackageView,
  { name, extensions }: Operation,
  shape: Shape | undefined,
): AnswerShape[] {
  const { events, paginator: pages, sequence, waiter } = extensions
  if (events) return [{ keys: [name], name, shape: reference(events.notification) }]
  const items = pages && memberShape(view.model, shape, pages.items)
  return [
    ...(shape ? [{ keys: [name, ...(waiter ? [waiter.name] : [])], name, shape }] : []),
    ...(pages && items?.kind === 'list'
      ? [{ keys: [pages.name], name: pages.name, shape: items.items }]
      : []),
    ...(sequence
      ? [{ keys: [sequence.name], name: sequence.name, shape: reference(sequence.content) }]
      : []),
  ]
}

function reference(name: string): Shape {
  return { kind: 'reference', name }
}

/** The result of a call, if it is a single JSON type, whatever the status is. */
function answerShape(operation: Operation): Shape | undefined {
  if (isHead(operation)) return undefined
  const { contents } = answerOf(operation)
  const [only, ...more] = contents
  return only &&
    contents.every((each) => contentKind(each) === 'json') &&
    more.every(({ shape }) => sameShape(shape, only.shape))
    ? only.shape
    : undefined
}

/** The JSON of each success, if there are several types; the status tells them apart. */
export function severalShapes(operation: Operation): StatusShape[] {
  if (isHead(operation) || answerShape(operation) || operation.binding.kind !== 'http') return []
  return operation.outputs.map((output) => {
    const [content] = answerOf({ ...operation, outputs: [output] }).contents
    const isJson = content && contentKind(content) === 'json'
    return { status: output.status ?? 'default', ...(isJson && { shape: content.shape }) }
  })
}

interface StatusShape {
  readonly status: string
  readonly shape?: Shape
}
