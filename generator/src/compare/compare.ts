import type { Model } from '../model/model.js'
import type { Declaration } from '../model/shapes/shape.js'
import { type Change, type Comparison, type Finding, report, type Spot } from './comparison.js'
import { deduplicateChanges } from './deduplicate.js'
import { compareOperations, pairOperations } from './operations/operations.js'
import { compareService } from './operations/service.js'
import { findRenames } from './renames.js'
import { compareBounds } from './schemas/bounds.js'
import { compareDocs } from './schemas/fields.js'
import { flowsOf } from './schemas/flow.js'
import type { Flow } from './schemas/rules.js'
import { compareShapes } from './schemas/shapes.js'

/**
 * What changed for callers. Changes are classified for existing callers: whether a type is sent or received
 * is read from the old document. Each change is reported once, at the place that causes it.
 */
export function compareModels(before: Model, after: Model): Change[] {
  const found: Finding[] = []
  const pairs = pairOperations(before, after)
  const on: Comparison = {
    before: new Map(before.declarations.map((each) => [each.name, each])),
    after: new Map(after.declarations.map((each) => [each.name, each])),
    renamed: findRenames(before, after, pairs),
    open: new Set(),
    report: (finding) => found.push(finding),
    compareShapes,
  }
  compareService(on, before, after)
  compareOperations(on, before, after, pairs)
  const flowOf = flowsOf(before)
  for (const old of before.declarations) {
    const now = on.after.get(on.renamed.get(old.name) ?? old.name)
    if (now) compareDeclarations(on, old, now, flowOf(old.name))
  }
  return deduplicateChanges(on, found, pairs)
}

function compareDeclarations(
  on: Comparison,
  before: Declaration,
  after: Declaration,
  flow: Flow,
): void {
  const spot: Spot = {
    owner: after.name,
    subject: after.name,
    flow,
    before: before.source,
    after: after.source,
  }
  if (before.name !== after.name) {
    report(on, 'type-renamed', spot, `was called ${before.name}`)
  }
  compareShapes(on, before.shape, after.shape, spot)
  compareBounds(on, before.rule, after.rule, spot)
  const examples = [{ examples: before.examples }, { examples: after.examples }] as const
  compareDocs(on, before, after, spot, examples)
}
