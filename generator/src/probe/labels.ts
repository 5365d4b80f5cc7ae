import { grouped } from '../model/collections/grouped.js'
import type { Model } from '../model/model.js'
import { parsePointer } from '../model/pointer.js'
import type { Source } from '../model/shapes/shape.js'

/**
 * The name of a location in messages: `Asset.denom`, or its pointer if it is not inside a named
 * type.
 */
export type LabelOf = (source: Source) => string

interface Owner extends Source {
  readonly name: string
}

export function createLabels(model: Model): LabelOf {
  const types = model.declarations.flatMap(({ name, source, rule }): Owner[] => [
    { name, ...source },
    ...(rule.source ? [{ name, ...rule.source }] : []),
  ])
  const operations = model.operations.flatMap(({ id, source, input }): Owner[] => [
    { name: id, ...source },
    ...input.parameters.map((each) => ({ name: `${id}(${each.name})`, ...each.source })),
  ])
  const owners = grouped([...types, ...operations], ({ file }) => file)
  return ({ file, pointer }) => {
    const around = (owners.get(file) ?? []).filter(
      (each) => pointer === each.pointer || pointer.startsWith(`${each.pointer}/`),
    )
    const [first, ...others] = around
    if (!first) return pointer === '' ? file : pointer
    const nearest = others.reduce(
      (best, each) => (each.pointer.length > best.pointer.length ? each : best),
      first,
    )
    return nearest.name + below(parsePointer(pointer.slice(nearest.pointer.length)))
  }
}

/** The path from a schema to a nested one, in readable form. */
function below(tokens: readonly string[]): string {
  const [word, name, ...rest] = tokens
  if (word === undefined) return ''
  if (word === 'properties' && name !== undefined) return `.${name}${below(rest)}`
  const after = below(tokens.slice(1))
  if (word === 'items') return `[]${after}`
  if (word === 'additionalProperties') return `[*]${after}`
  if (/^(?:oneOf|anyOf|allOf)$/.test(word)) return below(rest)
  if (word === 'responses' && name !== undefined) return `.${name}${below(rest)}`
  if (word === 'content' || word === 'application/json' || word === 'schema') return after
  return `.${word}${after}`
}
