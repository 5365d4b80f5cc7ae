import type { Binding, Words } from '../model/operation.js'
import type { Shape, Tagging } from '../model/shape.js'

/** A shape in a few words. */
export function shapeText(shape: Shape): string {
  switch (shape.kind) {
    case 'scalar':
      return shape.format ? `${shape.type} (${shape.format})` : shape.type
    case 'literal':
      return `only ${JSON.stringify(shape.value)}`
    case 'enumeration':
      return `one of ${shape.values.length} values`
    case 'list':
      return `a list of ${shapeText(shape.items)}`
    case 'tuple':
      return `a tuple of ${shape.items.length}`
    case 'map':
      return `a map of ${shapeText(shape.values)}`
    case 'record':
      return `an object with ${shape.fields.length} fields`
    case 'nullable':
      return `${shapeText(shape.shape)} or null`
    case 'reference':
      return shape.name
    case 'intersection':
      return shape.parts.map(shapeText).join(' and ')
    case 'union':
      return `a union of ${shape.cases.length}`
    case 'json':
      return 'any value'
    case 'never':
      return 'no value'
  }
}

export function taggingText(tagging: Tagging): string {
  switch (tagging.style) {
    case 'key':
      return 'one key'
    case 'property':
      return `the property ${JSON.stringify(tagging.property)}`
    case 'pair':
      return `the pair ${JSON.stringify(tagging.property)}, ${JSON.stringify(tagging.content)}`
    case 'none':
      return 'nothing'
  }
}

export function bindingText(binding: Binding): string {
  if (binding.kind === 'http') return `${binding.method} ${binding.path}`
  return binding.byPosition ? `${binding.method}, by position` : binding.method
}

export function valueText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'none'
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

/** Members of x-tagwire words that hold the name of a declaration. */
const POINTING: readonly string[] = ['notification', 'content']

/** The declarations that the words of an operation name. */
export function namedInWords(words: Words): string[] {
  return Object.values(words).flatMap((word) =>
    isDictionary(word)
      ? POINTING.map((key) => word[key]).filter((name) => typeof name === 'string')
      : [],
  )
}

/** A word as text that two documents can be compared by: names as the new one has them, no prose. */
export function wordText(word: unknown, renamed: ReadonlyMap<string, string>): string {
  const pointed = isDictionary(word) ? withNames(word, renamed) : word
  return canonical(pointed, (key) => key === 'description' || key === 'summary')
}

function withNames(
  word: Readonly<Record<string, unknown>>,
  renamed: ReadonlyMap<string, string>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(word).map(([key, value]) => {
      const name = POINTING.includes(key) && typeof value === 'string' ? value : undefined
      return [key, name === undefined ? value : (renamed.get(name) ?? name)]
    }),
  )
}

/** JSON with keys in one order, without those that do not count. */
export function canonical(
  value: unknown,
  leavesOut: (key: string) => boolean = () => false,
): string {
  const text = JSON.stringify(value, (_, each: unknown) =>
    isDictionary(each)
      ? Object.fromEntries(
          Object.entries(each)
            .filter(([key]) => !leavesOut(key))
            .sort(([left], [right]) => (left < right ? -1 : 1)),
        )
      : each,
  )
  return text ?? 'undefined'
}

function isDictionary(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
