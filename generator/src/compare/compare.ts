import { asStringEnum, asTagged } from '../model/exported-names.js'
import type { Model } from '../model/model.js'
import type { Rule } from '../model/rules/rule.js'
import { namesWithInputType } from '../model/shapes/input-type-names.js'
import type { Declaration } from '../model/shapes/shape.js'
import { type Change, type Comparison, type Finding, report, type Spot } from './comparison.js'
import { deduplicateChanges } from './deduplicate.js'
import { oldNamesOf } from './documents.js'
import { compareOperations } from './operations/operations.js'
import { pairOperations } from './operations/pair-operations.js'
import { compareService } from './operations/service.js'
import { findRenames } from './renames.js'
import { compareBounds } from './schemas/bounds.js'
import { createVerdicts, type Reader, type RulePair } from './schemas/classify.js'
import { compareDocs } from './schemas/fields.js'
import { BOTH, type Uses, usesOf } from './schemas/flow.js'
import type { Flow } from './schemas/rules.js'
import { createRoot, type Root } from './schemas/schema-pair.js'
import { compareShapes } from './schemas/shapes.js'
import { withRefusedAnswers, withUnexplained } from './unexplained.js'

/**
 * What changed for callers. Changes are classified for existing callers: whether a type is sent or received
 * is read from the old document. Each change is reported once, at the place that causes it.
 */
export function compareModels(before: Model, after: Model, reader: Reader = 'tolerant'): Change[] {
  const found: Finding[] = []
  const pairs = pairOperations(before, after)
  const uses = usesOf(before)
  const declared = {
    before: new Map(before.declarations.map((each) => [each.name, each])),
    after: new Map(after.declarations.map((each) => [each.name, each])),
    renamed: findRenames(before, after, pairs),
  }
  const oldNames = oldNamesOf(declared)
  const verdicts = createVerdicts(declared, reader, (name) => {
    const old = oldNames.get(name) ?? name
    const { sent, received } = uses.ownFlowOf(old)
    return declared.before.has(old) && declared.after.has(name) && (sent || received)
  })
  const on: Comparison = {
    ...declared,
    open: new Set(),
    report: (finding) => found.push(finding),
    verdicts,
    roots: new Map(),
    compareShapes,
  }
  compareService(on, before, after)
  compareOperations(on, before, after, pairs)
  compareTypes(on, before.declarations, uses, usesOf(after))
  return deduplicateChanges(on, withRefusedAnswers(on, withUnexplained(on, found)), pairs)
}

function compareTypes(
  on: Comparison,
  declarations: readonly Declaration[],
  uses: Uses,
  usesNow: Uses,
): void {
  const roots = new Map<string, Root>()
  const pairs = declarations.flatMap((old) => {
    const now = on.after.get(on.renamed.get(old.name) ?? old.name)
    return now ? [{ old, now }] : []
  })
  for (const { old, now } of pairs) {
    const flow = uses.ownFlowOf(old.name)
    const isOwn = flow.sent || flow.received
    const wholes = (): readonly Root[] | undefined => {
      const derived = uses.derivedFrom(old.name).map((name) => roots.get(name))
      const known = derived.filter((each) => each !== undefined)
      return known.length === derived.length ? known : undefined
    }
    // A type need not allow null itself if everything around it does.
    const isOrNull = uses.isBesideNull(old.name) && usesNow.isBesideNull(now.name)
    const [before, after] = [old, now].map(({ rule }): readonly Rule[] =>
      isOrNull ? [{ nullable: true, all: [rule] }] : [rule],
    )
    const pair: RulePair = [before, after]
    roots.set(old.name, createRoot(pair, flow, isOwn ? undefined : wholes))
  }
  const inputs = namesWithInputType([...on.after.values()])
  const oldInputs = namesWithInputType(declarations)
  for (const { old, now } of pairs) {
    compareDeclarations(on, old, now, uses.flowOf(old.name), roots.get(old.name))
    if (oldInputs.has(old.name) && !inputs.has(now.name)) reportInput(on, old, now)
  }
}

/** Without readOnly and writeOnly fields, what is sent has no type of its own. */
function reportInput(on: Comparison, { name, source }: Declaration, now: Declaration): void {
  const subject = `${name}Input`
  const spot = { owner: now.name, subject, flow: BOTH, before: source, after: now.source }
  report(on, 'type-removed', spot, `type removed: use ${now.name}`, { side: 'old' })
}

/** Whether the guards and other functions of a union or an enumeration are gone, though the type is still there. */
function losesFunctions(before: Declaration, after: Declaration): boolean {
  const isOf = (kind: (each: Declaration) => unknown): boolean =>
    kind(before) !== undefined && kind(after) === undefined
  return isOf(asTagged) || isOf(asStringEnum)
}

/** Another type that has the same values is still another type to those who call its functions. */
function asBreaking(on: Comparison): Comparison {
  const isOther = ({ kind }: Finding): boolean =>
    kind === 'type-widened' || kind === 'type-narrowed'
  return {
    ...on,
    report: (finding) =>
      on.report(
        isOther(finding) && finding.class !== 'breaking'
          ? { ...finding, class: 'breaking', evidence: 'type' }
          : finding,
      ),
  }
}

function compareDeclarations(
  on: Comparison,
  before: Declaration,
  after: Declaration,
  flow: Flow,
  schemas: Root | undefined,
): void {
  const spot: Spot = {
    owner: after.name,
    subject: after.name,
    flow,
    before: before.source,
    after: after.source,
    schemas,
  }
  if (schemas) on.roots.set(schemas, spot)
  if (before.name !== after.name) {
    report(on, 'type-renamed', spot, `was called ${before.name}`)
  }
  compareShapes(
    losesFunctions(before, after) ? asBreaking(on) : on,
    before.shape,
    after.shape,
    spot,
  )
  compareBounds(on, before.rule, after.rule, spot)
  const examples = [{ examples: before.examples }, { examples: after.examples }] as const
  compareDocs(on, before, after, spot, examples)
}
