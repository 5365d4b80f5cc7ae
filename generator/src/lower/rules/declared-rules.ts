import type { Report } from '../../diagnostics/diagnostic.js'
import type { Rule as ValueRule } from '../../model/rules/rule.js'
import type { Shape } from '../../model/shapes/shape.js'
import type { Document } from '../../source/document.js'
import { type Node, sourceKey } from '../../source/node.js'
import type { Registry } from '../names/registry.js'
import type { Lowering } from '../schemas/lowering-context.js'
import { formatOf } from '../schemas/scalar.js'
import { NO_TAGS } from '../unions/recognise.js'
import { withoutRecursiveRules } from './recursive-rules.js'
import { createRuleLowering, type RuleLowering } from './rules.js'
import { rulesOfTypes, type Unruled } from './rules-of-types.js'
import { mayReferToUnnamed } from './unnamed-references.js'

/** Which rules are read: those that types depend on, or all rules, for validators. */
export type Depth = 'shapes' | 'rules'

/** The rules of all declarations, and of the schemas of operations. */
interface DeclaredRules {
  /** The rule of an operation's schema, available once all declarations are read. */
  readonly later: (schema: Node) => { readonly rule: ValueRule }
  /** By name. `readShapes` reads those of declarations that were named meanwhile, into `shapes`. */
  readonly read: (
    shapes: ReadonlyMap<string, Shape>,
    readShapes: () => void,
  ) => ReadonlyMap<string, ValueRule>
}

/** Problems of rules are irrelevant without validators. */
const unreported: Report = () => {}

/** Rules with everything in place that has no name in the document: for what is asked before there are types. */
export function inlineRules(document: Document, registry: Registry): RuleLowering['ruleOf'] {
  const unnamed: Registry = { ...registry, at: () => undefined }
  return createRuleLowering(unnamed, NO_TAGS, unreported, document, formatOf).ruleOf
}

export function createDeclaredRules(
  { document, registry, tags, budget, report }: Lowering,
  depth: Depth,
): DeclaredRules {
  const { ruleLater, resolve, waiting } = createLaterRules()

  const ruleReader = (reporter: Report): RuleLowering =>
    createRuleLowering(registry, tags, reporter, document)

  const readAllRules = (): ReadonlyMap<string, ValueRule> => {
    const reader = ruleReader(report)
    const rules = new Map<string, ValueRule>()
    for (const entry of [...registry.entries()]) rules.set(entry.name, reader.declared(entry))
    resolve(reader.ruleOf)
    return rules
  }

  const readRulesOfTypes = (shapes: ReadonlyMap<string, Shape>): ReadonlyMap<string, ValueRule> => {
    const reader = ruleReader(unreported)
    const entries = [...registry.entries()]
    const schemas = [...entries.map(({ node }) => node), ...waiting.map(({ schema }) => schema)]
    // Reading a rule names what it refers to.
    if (mayReferToUnnamed(schemas, (source) => registry.at(source) !== undefined)) {
      entries.forEach(reader.declared)
      for (const { schema } of waiting) reader.ruleOf(schema)
    }
    const unruled = registry.entries().map((entry): [string, Unruled] => {
      const shape = shapes.get(sourceKey(entry.node.source))
      return [entry.name, { node: entry.node, shape, rule: () => reader.declared(entry) }]
    })
    return rulesOfTypes(new Map(unruled))
  }

  /** Rules refer to what types named. A `not` may reference schemas that no type reached. */
  const readRules: DeclaredRules['read'] = (shapes, readShapes) => {
    let rules: ReadonlyMap<string, ValueRule> = new Map()
    let before = -1
    while (registry.entries().length > before) {
      before = registry.entries().length
      readShapes()
      rules = depth === 'rules' ? readAllRules() : readRulesOfTypes(shapes)
    }
    return withoutRecursiveRules(rules, depth === 'rules' ? report : unreported, budget)
  }

  return { later: ruleLater, read: readRules }
}

/** The rules of operations: operations are read first, and rules refer to nested schemas by names that types give them. */
function createLaterRules() {
  const waiting: { readonly schema: Node; rule: ValueRule }[] = []
  return {
    waiting,
    ruleLater: (schema: Node): { readonly rule: ValueRule } => {
      const later: { readonly schema: Node; rule: ValueRule } = { schema, rule: {} }
      waiting.push(later)
      return {
        get rule() {
          return later.rule
        },
      }
    },
    resolve: (ruleOf: (schema: Node) => ValueRule): void => {
      for (const later of waiting) later.rule = ruleOf(later.schema)
    },
  }
}
