import type { Report } from '../../diagnostics/diagnostic.js'
import {
  asTagged,
  earlierNames,
  exportsOf,
  type UnionNames,
  unionNames,
} from '../../model/exported-names.js'
import type { Model } from '../../model/model.js'
import { isTypeIdentifier } from '../../model/names.js'
import { inputName } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import type { Declaration, Described, Shape } from '../../model/shapes/shape.js'
import type { Case } from '../../model/shapes/union.js'
import { withoutSelf } from '../schemas/without-self.js'
import { caseName } from '../unions/union-shape.js'
import { withHashSuffix } from './hash-suffix.js'

/**
 * Names in the document take precedence over derived names: a schema always keeps its name. Of two equal
 * derived names, the first is kept.
 */
export function resolveNameConflicts(model: Model, report: Report): Model {
  const written = new Set(model.declarations.map((each) => each.name))
  const owners = new Map<string, Owner>()
  for (const { name, source } of model.declarations) claim(owners, name, { text: name, source })
  const declarations = model.declarations.map((each) => {
    const named = settleCases(settleAliases(each, owners, report), { written, owners, report })
    const settled = settleHelpers(named, owners, report)
    for (const name of exportsOf(settled))
      claim(owners, name, { text: each.name, source: each.source })
    return withoutSelf(settled)
  })
  return {
    ...model,
    declarations: settleTags(declarations, owners),
    operations: model.operations.map((each) => settleInput(each, written)),
  }
}

/** The owner of a name: its description for messages, and its place. */
interface Owner extends Pick<Described, 'source'> {
  readonly text: string
}

type Owners = ReadonlyMap<string, Owner>

function claim(owners: Map<string, Owner>, name: string, owner: Owner): void {
  if (!owners.has(name)) owners.set(name, owner)
}

interface Surroundings {
  /** Names of schemas. */
  readonly written: ReadonlySet<string>
  readonly owners: Owners
  readonly report: Report
}

function settleCases(declaration: Declaration, around: Surroundings): Declaration {
  const tagged = asTagged(declaration)
  if (!tagged) return declaration
  const names = unionNames(tagged)
  const siblings = new Map<string, Owner>()
  const cases = tagged.shape.cases.map((member) => {
    const settled = settleCase(member, declaration.name, { ...around, names, siblings })
    const owner = { text: `the variant ${JSON.stringify(member.tag)}`, source: member.source }
    for (const name of Object.values(names.of(settled))) claim(siblings, name, owner)
    return settled
  })
  const shape: Shape = { ...tagged.shape, cases }
  return { ...declaration, shape: tagged.nullable ? { kind: 'nullable', shape } : shape }
}

interface CaseSurroundings extends Surroundings {
  readonly names: UnionNames
  readonly siblings: Owners
}

function settleCase(member: Case, union: string, around: CaseSurroundings): Case {
  const isChosen = member.name !== caseName(member.tagValue ?? member.tag)
  if (!around.written.has(union + member.name)) {
    // For names that were set by hand, `lint` reports conflicts as errors.
    return isChosen ? member : withFreeName(member, around)
  }
  // Payloads often have the same name as their variant. This is only reported for names that were set by
  // hand.
  const variant = { ...member, name: `${member.name}Variant` }
  const settled = withFreeName(variant, around)
  if (isChosen && settled === variant) reportTaken(member, settled, around)
  return settled
}

function withFreeName(member: Case, around: CaseSurroundings): Case {
  if (!conflictOf(member, around)) return member
  const settled = { ...member, name: withHashSuffix(member.name, member.tag) }
  reportTaken(member, settled, around)
  return settled
}

/** The first name of a variant that is already taken, and its owner. */
function conflictOf(
  member: Case,
  { names, siblings, owners }: CaseSurroundings,
): { readonly name: string; readonly owner: Owner } | undefined {
  for (const name of Object.values(names.of(member))) {
    const owner = siblings.get(name) ?? owners.get(name)
    if (owner) return { name, owner }
  }
  return undefined
}

function reportTaken(member: Case, settled: Case, around: CaseSurroundings): void {
  const { names, report } = around
  const conflict = conflictOf(member, around)
  if (!conflict) return
  const { name, owner } = conflict
  const variant = `the variant ${JSON.stringify(member.tag)} of ${names.type}`
  report({
    code: 'TW4002',
    severity: 'warning',
    message: `${variant} and ${owner.text} would both be called ${name}; this one is called ${names.of(settled).type}`,
    at: member.source,
    also: { message: 'the other one is here', at: owner.source },
    help: 'Give one of them a name of its own with `x-tagwire-name`.',
  })
}

/** A former name is only kept as an alias if nothing else has it now. */
function settleAliases(declaration: Declaration, owners: Owners, report: Report): Declaration {
  const { aliases: all, ...bare } = declaration
  if (!all) return declaration
  const aliases = all.filter((alias) => {
    const made = earlierNames({ ...bare, aliases: [alias] }).map(([name]) => name)
    const owner = [alias, ...made].flatMap((name) => owners.get(name) ?? [])[0]
    if (isTypeIdentifier(alias) && !owner) return true
    report({
      code: 'TW4002',
      severity: 'warning',
      message: `${alias} is not kept as an alias of ${declaration.name}: ${owner ? `${owner.text} needs that name` : 'no type can be called so'}`,
      at: declaration.source,
      ...(owner ? { also: { message: `${owner.text} is here`, at: owner.source } } : {}),
    })
    return false
  })
  return aliases.length > 0 ? { ...bare, aliases } : bare
}

/** Existing names take precedence over derived ones. */
function settleHelpers(declaration: Declaration, owners: Owners, report: Report): Declaration {
  const { name, source, avoids = [] } = declaration
  const tagged = asTagged(declaration)
  const names = tagged && unionNames(tagged)
  const ofCases = new Set(
    tagged?.shape.cases.flatMap((each) => (names ? Object.values(names.of(each)) : [])),
  )
  const taken = exportsOf(declaration).filter(
    (each) => each !== name && owners.has(each) && !ofCases.has(each),
  )
  const [first] = taken
  const owner = first === undefined ? undefined : owners.get(first)
  if (!owner) return declaration
  report({
    code: 'TW4002',
    severity: 'warning',
    message: `${owner.text} and ${name} would both export ${first}; that of ${name} is called ${first}_`,
    at: source,
    also: { message: `${owner.text} is here`, at: owner.source },
  })
  return settleHelpers({ ...declaration, avoids: [...avoids, ...taken] }, owners, report)
}

/** The constant that says how a union is tagged belongs to its module alone, so it gives way silently. */
function settleTags(declarations: readonly Declaration[], exported: Owners): Declaration[] {
  const taken = new Set(exported.keys())
  return declarations.map((each) => {
    const tagged = asTagged(each)
    if (!tagged) return each
    let { avoids = [] } = each
    let { tags } = unionNames(tagged)
    while (taken.has(tags)) {
      avoids = [...avoids, tags]
      tags = unionNames({ ...tagged, avoids }).tags
    }
    taken.add(tags)
    return avoids === each.avoids || avoids.length === 0 ? each : { ...each, avoids }
  })
}

function settleInput(operation: Operation, written: ReadonlySet<string>): Operation {
  const name = inputName(operation)
  if (name === undefined || !written.has(name)) return operation
  return { ...operation, input: { ...operation.input, name: `${name}Input` } }
}
