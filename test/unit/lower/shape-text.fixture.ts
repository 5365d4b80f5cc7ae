import type {
  Content,
  Operation,
  Output,
  Parameter,
  Stream,
} from '../../../generator/src/model/operations/operation.js'
import type { Field, Shape } from '../../../generator/src/model/shapes/shape.js'
import type { Tagging } from '../../../generator/src/model/shapes/tagging.js'
import type { Case } from '../../../generator/src/model/shapes/union.js'

/** A shape in about the words that TypeScript has for it; `…` means that more values may come. */
export function shapeText(shape: Shape): string {
  switch (shape.kind) {
    case 'scalar':
      return shape.format === undefined ? shape.type : `${shape.type}(${shape.format})`
    case 'literal':
      return JSON.stringify(shape.value)
    case 'enumeration': {
      const more = { true: ['…'], false: [], always: ['… always'] }[`${shape.open}`]
      return [...shape.values.map((each) => JSON.stringify(each)), ...more].join(' | ')
    }
    case 'list':
      return `${shapeText(shape.items)}[]`
    case 'tuple': {
      const items = shape.items.map(
        (each, index) => shapeText(each) + (index < shape.required ? '' : '?'),
      )
      const rest = shape.rest ? [`...${shapeText(shape.rest)}`] : []
      return `[${[...items, ...rest].join(', ')}]`
    }
    case 'map':
      return `{ [key]: ${shapeText(shape.values)} }`
    case 'record': {
      const rest = shape.rest ? [`[key]: ${shapeText(shape.rest)}`] : []
      return `{ ${[...shape.fields.map(fieldText), ...rest].join(', ')} }`
    }
    case 'nullable':
      return `${shapeText(shape.shape)} | null`
    case 'reference':
      return shape.name
    case 'intersection':
      return shape.parts.map(shapeText).join(' & ')
    case 'union': {
      const common =
        shape.common.length > 0 ? ` beside ${shape.common.map(fieldText).join(', ')}` : ''
      return `${taggingText(shape.tagging)} { ${shape.cases.map(caseText).join(', ')} }${common}`
    }
    case 'json':
      return 'any'
    case 'never':
      return 'never'
  }
}

function fieldText({ name, required, shape, flow, missing }: Field): string {
  const words = [flow && `not ${flow}`, missing && 'missing'].filter(Boolean)
  return `${[...words, name].join(' ')}${required ? '' : '?'}: ${shapeText(shape)}`
}

function taggingText(tagging: Tagging): string {
  switch (tagging.style) {
    case 'none':
      return 'one of'
    case 'key':
      return 'by key'
    case 'property':
      return `by ${tagging.property}`
    case 'pair':
      return `by ${tagging.property} and ${tagging.content}`
  }
}

function caseText({ tag, tagValue, payload }: Case): string {
  const said = tagValue === undefined ? tag : JSON.stringify(tagValue)
  return payload ? `${said}: ${shapeText(payload)}` : said
}

/**
 * The unusual properties of an operation: one line of text for each parameter and content, without places.
 */
export function operationText(operation: Operation): Readonly<Record<string, unknown>> {
  const { input, outputs, failures, ...others } = operation
  const { body } = input
  const answers = (all: readonly Output[]): string[] =>
    all.map((each) => `${each.status}: ${each.contents.map(contentText).join(', ') || 'nothing'}`)
  return plain({
    ...others,
    parameters: input.parameters.map(parameterText),
    body: body && `${body.required ? '' : 'perhaps '}${body.contents.map(contentText).join(', ')}`,
    outputs: answers(outputs),
    failures: answers(failures),
    headers: outputs.flatMap((each) => each.headers ?? []),
  })
}

/** Without the places in it. */
function plain(value: object): Readonly<Record<string, unknown>> {
  return JSON.parse(
    JSON.stringify(value, (key, each) => (key === 'source' || key === 'rule' ? undefined : each)),
  )
}

function parameterText({ name, place, shape, required, ...more }: Parameter): string {
  return `${place} ${name}${required ? '' : '?'}: ${shapeText(shape)}${moreText(plain(more))}`
}

function contentText({ mediaType, shape, stream, encodings }: Content): string {
  return `${mediaType} ${shapeText(shape)}${stream ? streamText(stream) : ''}${moreText(plain({ ...encodings }))}`
}

function streamText(stream: Stream): string {
  if (stream.form === 'text-events') return ' of text-events'
  if (stream.form !== 'json-events') return ` of ${stream.form} ${shapeText(stream.item)}`
  const events = stream.events.map(({ event = '*', data, plain: isPlain }) => {
    return `${event}: ${shapeText(data)}${isPlain ? ' as it is' : ''}`
  })
  return ` of json-events { ${events.join(', ')} }`
}

function moreText(more: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(more).map(([key, value]) => `${key} ${JSON.stringify(value)}`)
  return words.length > 0 ? ` (${words.join(', ')})` : ''
}
