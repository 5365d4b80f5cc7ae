import type { Report } from '../../diagnostics/diagnostic.js'
import type { Rule as ValueRule } from '../../model/rules/rule.js'
import { partsOf } from '../../model/shapes/parts.js'
import type { Declaration, Shape } from '../../model/shapes/shape.js'
import { isTagged } from '../../model/shapes/union.js'
import type { Document } from '../../source/document.js'
import { type Node, sourceKey } from '../../source/node.js'
import type { Entry } from '../names/entries.js'
import { formerNames } from '../names/former-names.js'
import { type Hint, named } from '../names/hint.js'
import { createRegistry } from '../names/registry.js'
import { withoutRecursiveRules } from '../rules/recursive-rules.js'
import { createRuleLowering, type RuleLowering } from '../rules/rules.js'
import { rulesOfTypes, type Unruled } from '../rules/rules-of-types.js'
import { mayReferToUnnamed } from '../rules/unnamed-references.js'
import { createTagTable } from '../unions/tag-table.js'
import { createUnionReader } from '../unions/unions.js'
import { examplesOf } from './annotations.js'
import { describe } from './describe.js'
import { enumValueNames } from './enum-docs.js'
import { createFieldReader } from './fields.js'
import { inlinesItself } from './inlines-itself.js'
import { lowerSchema } from './lower-schema.js'
import type { Lowering } from './lowering.js'
import { createReadingBudget, stepsOf } from './reading-budget.js'

export interface SchemaLowering extends Pick<Lowering, 'shapeOf' | 'document' | 'report'> {
  /**
   * Every declaration, in document order. To be called once, after all operations have been read.
   */
  readonly declarations: () => Declaration[]
  /** Gives a name to an inline record, so that users can refer to its type. */
  readonly declareInline: (schema: Node, name: string) => Shape
  /** The rule of an operation's schema, available once all declarations are read. */
  readonly ruleLater: (schema: Node) => { readonly rule: ValueRule }
  /** Gives a name to any schema. */
  readonly declare: (schema: Node, name: string) => void
}

/** Which rules are read: those that types depend on, or all rules, for validators. */
export type Depth = 'shapes' | 'rules'

/** Problems of rules are irrelevant without validators. */
const unreported: Report = () => {}

export function createSchemaLowering(
  document: Document,
  components: readonly Node[],
  report: Report,
  depth: Depth,
): SchemaLowering {
  const registry = createRegistry(document, components, report)
  const budget = createReadingBudget(document)
  const lowering: Lowering = {
    document,
    report,
    registry,
    budget,
    tags: createTagTable(registry),
    get fields() {
      return fields
    },
    get unions() {
      return unions
    },
    shapeOf: (schema, hint) => hoist(lowering, schema, lowering.inlineShapeOf(schema, hint), hint),
    inlineShapeOf: (schema, hint) => {
      budget.spend(1)
      return lowerSchema(lowering, schema, hint)
    },
    readHidden: (schema, shape) => hidden.push({ schema, shape }),
  }
  const fields = createFieldReader(lowering)
  const unions = createUnionReader(lowering)

  const shapes = new Map<string, Shape>()
  const inOperations: { readonly schema: Node; readonly shape: Shape }[] = []
  const hidden: { readonly schema: Node; readonly shape: () => Shape }[] = []
  const hiddenRead = new Set<string>()
  /** Fields are read lazily. This reads all of them, to find every problem and every name. */
  const readAll = (shape: Shape): void => {
    budget.spend(stepsOf(shape))
    for (const part of partsOf(shape)) readAll(part)
  }
  /** Every union around a schema can ask for it: it is read once. */
  const readHidden = (): void => {
    for (let next = hidden.pop(); next; next = hidden.pop()) {
      const key = sourceKey(next.schema.source)
      if (hiddenRead.has(key)) continue
      hiddenRead.add(key)
      budget.begin(next.schema)
      readAll(next.shape())
    }
  }
  const readShapes = (): void => {
    // Lowering one declaration can name others, so the lists may grow during iteration.
    for (let index = 0; ; index++) {
      readHidden()
      const entry = registry.entries()[index]
      if (!entry) break
      const key = sourceKey(entry.node.source)
      if (shapes.has(key)) continue
      budget.begin(entry.node)
      const read = lowering.inlineShapeOf(entry.node, named(entry.name))
      // A reference to a nested schema is nullable by itself: see `hoist`.
      const shape = entry.inline && read.kind === 'nullable' ? read.shape : read
      shapes.set(key, shape)
      readAll(shape)
    }
  }

  const { ruleLater, resolve, waiting } = createLaterRules()

  const ruleReader = (reporter: Report): RuleLowering =>
    createRuleLowering(registry, lowering.tags, reporter, document)

  const readAllRules = (): ReadonlyMap<string, ValueRule> => {
    const reader = ruleReader(report)
    const rules = new Map<string, ValueRule>()
    for (const entry of [...registry.entries()]) rules.set(entry.name, reader.declared(entry))
    resolve(reader.ruleOf)
    return rules
  }

  const readRulesOfTypes = (): ReadonlyMap<string, ValueRule> => {
    const reader = ruleReader(unreported)
    const entries = [...registry.entries()]
    const schemas = [...entries.map(({ node }) => node), ...waiting.map(({ schema }) => schema)]
    // Reading a rule names what it refers to.
    if (mayReferToUnnamed(schemas, (place) => registry.at(place) !== undefined)) {
      entries.forEach(reader.declared)
      for (const { schema } of waiting) reader.ruleOf(schema)
    }
    const unruled = registry.entries().map((entry): [string, Unruled] => {
      const shape = shapes.get(sourceKey(entry.node.source))
      return [entry.name, { node: entry.node, shape, rule: () => reader.declared(entry) }]
    })
    return rulesOfTypes(new Map(unruled))
  }

  /** Rules follow the shapes of unions. A `not` may reference schemas that no shape reached. */
  const readRules = (): ReadonlyMap<string, ValueRule> => {
    let rules: ReadonlyMap<string, ValueRule> = new Map()
    let before = -1
    while (registry.entries().length > before) {
      before = registry.entries().length
      readShapes()
      rules = depth === 'rules' ? readAllRules() : readRulesOfTypes()
    }
    return withoutRecursiveRules(rules, depth === 'rules' ? report : unreported, budget)
  }

  const declarations = (): Declaration[] => {
    for (const { schema, shape } of inOperations) {
      budget.begin(schema)
      readAll(shape)
    }
    const rules = readRules()
    return registry.entries().map((entry) => ({
      ...describe(entry.node),
      name: entry.name,
      shape: shapes.get(sourceKey(entry.node.source)) ?? { kind: 'json' },
      rule: rules.get(entry.name) ?? {},
      ...examplesOf(entry.node),
      ...valueNamesOf(entry.node),
      ...aliasesOf(entry),
    }))
  }

  const declareInline = (schema: Node, name: string): Shape => {
    budget.begin(schema)
    const shape = lowering.inlineShapeOf(schema, named(name))
    inOperations.push({ schema, shape })
    const bare = shape.kind === 'nullable' ? shape.shape : shape
    if (bare.kind !== 'record') return hoist(lowering, schema, shape, named(name))
    const reference: Shape = {
      kind: 'reference',
      name: registry.nameInline(named(name), schema).name,
    }
    return bare === shape ? reference : { kind: 'nullable', shape: reference }
  }

  const shapeOf = (schema: Node, hint: Hint): Shape => {
    budget.begin(schema)
    const shape = lowering.shapeOf(schema, hint)
    inOperations.push({ schema, shape })
    return shape
  }

  const declare = (schema: Node, name: string): void => {
    registry.nameRoot(name, schema)
  }

  return { document, report, shapeOf, declarations, declareInline, declare, ruleLater }
}

/** The rules of operations: operations are read first, and rules need the shapes of all declarations. */
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

function valueNamesOf(schema: Node): Pick<Declaration, 'valueNames'> {
  const valueNames = enumValueNames(schema)
  return valueNames ? { valueNames } : {}
}

/** One or more names, and the name in the document. */
function aliasesOf({ node, own }: Entry): Pick<Declaration, 'aliases'> {
  const names = [...new Set([...(own === undefined ? [] : [own]), ...formerNames(node)])]
  return names.length > 0 ? { aliases: names } : {}
}

function hoist(lowering: Lowering, schema: Node, shape: Shape, hint: Hint): Shape {
  if (shape.kind === 'nullable') {
    return { kind: 'nullable', shape: hoist(lowering, schema, shape.shape, hint) }
  }
  const tagged = isTagged(shape)
  const endless = shape.kind === 'record' && inlinesItself(lowering, schema)
  if (!tagged && !endless) return shape
  return { kind: 'reference', name: lowering.registry.nameInline(hint, schema).name }
}
