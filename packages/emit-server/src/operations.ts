import {
  type Content,
  contentKind,
  isSentAsGiven,
  type Operation,
  receivedIn,
  type Statement,
  sendableContents,
} from 'tagwire/emitter'
import { asksWho, runtimeType, type ServerModule } from './module.js'
import { type Described, responsesOf, statusNumber } from './responses.js'

/** `interface ServerOperations { listPets: Handler<…> }` */
export function operationsInterface(at: ServerModule): Statement {
  const { structures, model, own } = at
  const isIdentified = model.operations.some((each) => asksWho(each) !== 'never')
  return structures.exportedInterface({
    name: own.operations,
    docs: structures.docs('A handler for each operation.'),
    ...(isIdentified ? { typeParameters: ['Identity = unknown'] } : {}),
    properties: model.operations.map((operation) =>
      structures.property({
        name: structures.propertyKey(operation.name),
        type: handlerType(at, operation),
        docs: structures.docsOf(operation, structures.seeTag(operation)),
        isReadonly: true,
      }),
    ),
  })
}

function handlerType(at: ServerModule, operation: Operation): string {
  const parts = [inputType(at, operation), resultType(at, operation)]
  const who = asksWho(operation)
  if (who !== 'never') parts.push(who === 'always' ? 'Identity' : 'Identity | undefined')
  return `${runtimeType(at, 'Handler')}<${parts.join(', ')}>`
}

const PLACES = ['path', 'query', 'headers', 'cookies'] as const

function inputType(at: ServerModule, operation: Operation): string {
  const { structures, module } = at
  const places = PLACES.flatMap((place) => {
    const parameters = receivedIn(operation, place)
    if (parameters.length === 0) return []
    const fields = parameters.map((each) =>
      structures.property({
        name: structures.propertyKey(each.name),
        type: module.sent(each.shape),
        hasQuestionToken: !each.required,
        isReadonly: true,
        docs: structures.docsOf(each),
      }),
    )
    const type = structures.objectType(fields)
    return [structures.property({ name: place, type, isReadonly: true })]
  })
  const body = bodyType(at, operation)
  const members = [
    ...places,
    ...(body === undefined
      ? []
      : [structures.property({ name: 'body', type: body, isReadonly: true })]),
  ]
  const received = runtimeType(at, 'Received')
  return members.length === 0 ? received : `${received}<${structures.objectType(members)}>`
}

function bodyType(at: ServerModule, { input: { body } }: Operation): string | undefined {
  if (!body) return undefined
  const contents = sendableContents(body)
  const types =
    contents.length === 0 ? ['unknown'] : contents.map((content) => receivedType(at, content))
  const all = [...types, ...(body.required ? [] : ['undefined'])]
  return at.structures.unionOf([...new Set(all)])
}

function receivedType({ module }: ServerModule, content: Content): string {
  if (isSentAsGiven(content)) return 'unknown'
  const kind = contentKind(content)
  if (kind === 'text') return 'string'
  return kind === 'binary' || kind === 'stream' ? 'Blob' : module.sent(content.shape)
}

/** `Result<200, Pet> | Result<400 | 404, Problem>` */
function resultType(at: ServerModule, operation: Operation): string {
  const responses = responsesOf(operation)
  if (responses.length === 0) {
    const headers = runtimeType(at, 'ResultHeaders')
    return `{ status: number; body?: unknown; headers?: ${headers} }`
  }
  const exact = responses.flatMap(({ status }) => statusNumber(status) ?? [])
  const isHead = operation.binding.kind === 'http' && operation.binding.method === 'HEAD'
  const statuses = new Map<string, string[]>()
  for (const response of responses) {
    const contents = isHead || response.contents.length === 0 ? [undefined] : response.contents
    for (const [index, content] of contents.entries()) {
      const body = content === undefined ? '' : `, ${sentType(at, content)}`
      const headers = headersType(at, response, index === 0 ? undefined : content?.mediaType)
      const others = headers === undefined ? '' : `${body === '' ? ', undefined' : ''}, ${headers}`
      // Errors mostly have one body for several statuses.
      const rest = body + others
      statuses.set(rest, [...(statuses.get(rest) ?? []), statusType(at, response, exact)])
    }
  }
  const result = runtimeType(at, 'Result')
  return at.structures.unionOf(
    [...statuses].map(([rest, own]) => `${result}<${own.join(' | ')}${rest}>`),
  )
}

function statusType(at: ServerModule, { status }: Described, exact: readonly number[]): string {
  const own = statusNumber(status)
  if (own !== undefined) return String(own)
  const others = exact.length > 0 ? `, ${exact.join(' | ')}` : ''
  return `${runtimeType(at, 'StatusIn')}<${at.structures.stringLiteral(status)}${others}>`
}

/** The headers that the document describes, and the content type if a handler chooses it by that. */
function headersType(
  at: ServerModule,
  { headers = [] }: Described,
  chosen?: string,
): string | undefined {
  const { structures } = at
  const isRange = chosen?.includes('*')
  const type = chosen === undefined || isRange ? 'string' : structures.stringLiteral(chosen)
  const described = headers
    .filter(({ name }) => name.toLowerCase() !== 'content-type')
    .map(({ name, required }) => {
      const value = runtimeType(at, 'HeaderValue')
      const given = required ? `Exclude<${value}, undefined>` : value
      return `readonly ${structures.propertyKey(name)}${required ? '' : '?'}: ${given}`
    })
  const members = [
    ...described,
    ...(chosen === undefined ? [] : [`readonly 'content-type': ${type}`]),
  ]
  return members.length === 0 ? undefined : `{ ${members.join('; ')} }`
}

function sentType(at: ServerModule, content: Content): string {
  const { module } = at
  const { mediaType, stream } = content
  if (stream) {
    const item = module.itemOf({ mediaType, stream })
    return `${runtimeType(at, 'Items')}<${item}>`
  }
  switch (contentKind(content)) {
    case 'json':
      return module.received(content.shape)
    case 'text':
      return 'string'
    case 'form':
    case 'multipart':
      return 'FormData | URLSearchParams'
    default:
      return runtimeType(at, 'Bytes')
  }
}
