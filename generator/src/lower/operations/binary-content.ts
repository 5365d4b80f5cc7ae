import { reached } from '../../model/collections/reached.js'
import type { Model } from '../../model/model.js'
import { contentKind } from '../../model/operations/contents.js'
import type { Content, Operation } from '../../model/operations/operation.js'
import { mapRules } from '../../model/rules/map-rules.js'
import type { Rule } from '../../model/rules/rule.js'
import { mapParts, namesIn } from '../../model/shapes/parts.js'
import type { Declaration, Shape } from '../../model/shapes/shape.js'

/**
 * `format: binary` means bytes in a form or as a whole body. JSON has no bytes, so there it is a string.
 */
export function resolveBinaryContent(model: Model): Model {
  const bytes = namesBelow(
    model,
    contentsIn(model)
      .filter(carriesBytes)
      .map((each) => each.shape),
  )
  const texts = namesBelow(model, [
    ...contentsIn(model).flatMap((each) => (carriesBytes(each) ? [] : [each.shape])),
    ...model.operations.flatMap(({ input }) => input.parameters.map((each) => each.shape)),
  ])
  const keeps = ({ name }: Declaration): boolean => bytes.has(name) && !texts.has(name)
  return {
    ...model,
    declarations: model.declarations.map((each) =>
      keeps(each) ? each : { ...each, shape: asText(each.shape), rule: asTextRule(each.rule) },
    ),
    operations: model.operations.map(settleOperation),
  }
}

function carriesBytes(content: Content): boolean {
  const kind = contentKind(content)
  return kind === 'multipart' || kind === 'binary'
}

function contentsIn({ operations }: Model): Content[] {
  return operations.flatMap(({ input, outputs, failures }) => [
    ...(input.body?.contents ?? []),
    ...outputs.flatMap((each) => each.contents),
    ...failures.flatMap((each) => each.contents),
  ])
}

function namesBelow(model: Model, shapes: readonly Shape[]): ReadonlySet<string> {
  const inside = new Map(model.declarations.map(({ name, shape }) => [name, namesIn(shape)]))
  return new Set(reached(shapes.flatMap(namesIn), (name) => inside.get(name) ?? []))
}

function settleOperation(operation: Operation): Operation {
  const { input } = operation
  const contents = (list: readonly Content[]): Content[] =>
    list.map((each) =>
      carriesBytes(each)
        ? each
        : { ...each, shape: asText(each.shape), rule: asTextRule(each.rule) },
    )
  return {
    ...operation,
    input: {
      ...input,
      parameters: input.parameters.map((each) => ({ ...each, shape: asText(each.shape) })),
      ...(input.body ? { body: { ...input.body, contents: contents(input.body.contents) } } : {}),
    },
    outputs: operation.outputs.map((each) => ({ ...each, contents: contents(each.contents) })),
    failures: operation.failures.map((each) => ({ ...each, contents: contents(each.contents) })),
  }
}

/** The shape with strings in place of bytes. */
function asText(shape: Shape): Shape {
  if (shape.kind === 'scalar' && shape.type === 'binary') return { ...shape, type: 'string' }
  return mapParts(shape, (each) => asText(each))
}

/** The rule that takes strings in place of bytes. */
function asTextRule(given: Rule): Rule {
  const rule = mapRules(given, asTextRule)
  if (!rule.text?.bytes) return rule
  const { bytes: _, ...text } = rule.text
  const { text: __, ...others } = rule
  return Object.keys(text).length > 0 ? { ...others, text } : others
}
