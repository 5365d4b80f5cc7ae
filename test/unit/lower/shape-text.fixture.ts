import type { Case, Field, Shape } from '../../../generator/src/model/shapes/shape.js'
import type { Tagging } from '../../../generator/src/model/shapes/tagging.js'

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
