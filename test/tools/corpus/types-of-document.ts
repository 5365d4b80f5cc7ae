import path from 'node:path'
import type { RuleOf } from '../../../generator/src/model/rules/rule.js'
import type { Declaration } from '../../../generator/src/model/shapes/shape.js'
import { readModel } from '../../../generator/src/pipeline/read-model.js'
import { ruleText, shapeText, withoutNull } from './types-from-rules.js'

interface Differing {
  readonly name: string
  readonly type: string
  readonly fromRule: string
}

/** How many types a document has, and those that do not follow from rules. */
export async function typesOfDocument(
  file: string,
): Promise<{ readonly types: number; readonly differing: readonly Differing[] }> {
  const { model } = await readModel(path.basename(file), path.dirname(file), {
    despiteErrors: true,
  })
  const declarations = model?.declarations ?? []
  return { types: declarations.length, differing: differingTypes(declarations) }
}

function differingTypes(declarations: readonly Declaration[]): Differing[] {
  const rules = new Map(declarations.map(({ name, rule }) => [name, rule]))
  const ruleOf: RuleOf = (name) => rules.get(name)
  return declarations.flatMap(({ name, shape, rule }): Differing[] => {
    const [type, fromRule] = [shapeText(shape), ruleText(rule, ruleOf)]
    // Whether a declaration is null as a whole is said where it is used.
    return withoutNull(type) === withoutNull(fromRule) ? [] : [{ name, type, fromRule }]
  })
}
