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
import { createDeclaredRules, type Depth, inlineRules } from '../rules/declared-rules.js'
import { createUnionReader } from '../unions/read-union.js'
import { createRecognition } from '../unions/recognise.js'
import { examplesOf } from './annotations.js'
import { describe } from './describe.js'
import { enumValueNames } from './enum-docs.js'
import { createFieldReader } from './fields.js'
import { inlinesItself } from './inlines-itself.js'
import type { Lowering } from './lowering-context.js'
import { createReadingBudget, stepsOf } from './reading-budget.js'
import { lowerSchema } from './shape-of-schema.js'

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

export function createSchemaLowering(
  document: Document,
  components: readonly Node[],
  report: Report,
  depth: Depth,
): SchemaLowering {
  const registry = createRegistry(document, components, report)
  const budget = createReadingBudget(document)
  const hidden: Hidden[] = []
  const lowering: Lowering = {
    document,
    report,
    registry,
    budget,
    tags: createRecognition({ document, registry, budget }, inlineRules(document, registry)),
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

  const inOperations: { readonly schema: Node; readonly shape: Shape }[] = []
  const { shapes, readAll, readShapes } = createShapeReader(lowering, hidden)

  const declared = createDeclaredRules(lowering, depth)

  const declarations = (): Declaration[] => {
    for (const { schema, shape } of inOperations) {
      budget.begin(schema)
      readAll(shape)
    }
    const rules = declared.read(shapes, readShapes)
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

  return {
    document,
    report,
    shapeOf,
    declarations,
    declareInline,
    declare,
    ruleLater: declared.later,
  }
}

/** A schema that no shape contains, read for its problems and names. */
interface Hidden {
  readonly schema: Node
  readonly shape: () => Shape
}

/** Reads the schemas that have a name, each of them once. */
function createShapeReader(lowering: Lowering, hidden: Hidden[]) {
  const shapes = new Map<string, Shape>()
  const hiddenRead = new Set<string>()
  /** Fields are read lazily. This reads all of them, to find every problem and every name. */
  const readAll = (shape: Shape): void => {
    lowering.budget.spend(stepsOf(shape))
    for (const part of partsOf(shape)) readAll(part)
  }
  /** Every union around a schema can ask for it: it is read once. */
  const readHidden = (): void => {
    for (let next = hidden.pop(); next; next = hidden.pop()) {
      const key = sourceKey(next.schema.source)
      if (hiddenRead.has(key)) continue
      hiddenRead.add(key)
      lowering.budget.begin(next.schema)
      readAll(next.shape())
    }
  }
  const readShapes = (): void => {
    // Lowering one declaration can name others, so the lists may grow during iteration.
    for (let index = 0; ; index++) {
      readHidden()
      const entry = lowering.registry.entries()[index]
      if (!entry) break
      const key = sourceKey(entry.node.source)
      if (shapes.has(key)) continue
      lowering.budget.begin(entry.node)
      const read = lowering.inlineShapeOf(entry.node, named(entry.name))
      // A reference to a nested schema is nullable by itself: see `hoist`.
      const shape = entry.inline && read.kind === 'nullable' ? read.shape : read
      shapes.set(key, shape)
      readAll(shape)
    }
  }

  return { shapes, readAll, readShapes }
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
