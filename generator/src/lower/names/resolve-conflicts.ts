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
import type { Case, Declaration, Described, Shape } from '../../model/shapes/shape.js'
import { withoutSelf } from '../schemas/without-self.js'
import { caseName } from '../unions/tagging.js'
import { withHashSuffix } from './hash-suffix.js'

/**
 * Derived names yield to names in the document: a schema keeps its name whatever else would get it. Of two
 * derived names, the first keeps it.
 */
export function resolveNameConflicts(model: Model, report: Report): Model {
  const written = new Set(model.declarations.map((each) => each.name))
  const owners = new Map<string, Owner>()
  for (const { name, source } of model.declarations) claim(owners, name, { text: name, source })
  return {
    ...model,
    declarations: model.declarations.map((each) => {
      const named = settleCases(settleAliases(each, owners, report), { written, owners, report })
      const settled = settleHelpers(named, owners, report)
      for (const name of exportsOf(settled))
        claim(owners, name, { text: each.name, source: each.source })
      return withoutSelf(settled)
    }),
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
  const owners = new Map<string, Owner>()
  const cases = tagged.shape.cases.map((member) => {
    if (around.written.has(declaration.name + member.name)) {
      return { ...member, name: `${member.name}Variant` }
    }
    const settled = settleCase(member, names, { ...around, siblings: owners })
    const owner = { text: `the variant ${JSON.stringify(member.tag)}`, source: member.source }
    for (const name of Object.values(names.of(settled))) claim(owners, name, owner)
    return settled
  })
  const shape: Shape = { ...tagged.shape, cases }
  return { ...declaration, shape: tagged.nullable ? { kind: 'nullable', shape } : shape }
}

function settleCase(
  member: Case,
  names: UnionNames,
  { owners, report, siblings }: Surroundings & { readonly siblings: Owners },
): Case {
  // A name that was chosen by hand is kept: a conflict is only reported.
  if (member.name !== caseName(member.tagValue ?? member.tag)) return member
  const wanted = Object.values(names.of(member))
  const clash = wanted.find((name) => siblings.has(name) || owners.has(name))
  const other = clash === undefined ? undefined : (siblings.get(clash) ?? owners.get(clash))
  if (!other) return member
  const settled = { ...member, name: withHashSuffix(member.name, member.tag) }
  const variant = `the variant ${JSON.stringify(member.tag)} of ${names.type}`
  report({
    code: 'TW4002',
    severity: 'warning',
    message: `${variant} and ${other.text} would both have ${clash}; this one has ${names.of(settled).type}`,
    at: member.source,
    also: { message: 'the other one is here', at: other.source },
    help: 'Give one of them a name of its own with `x-tagwire-name`.',
  })
  return settled
}

/** An earlier name is only kept if nothing else has it now. */
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

/** Derived names yield to existing ones. */
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
    message: `${owner.text} and ${name} would both export ${first}; what belongs to ${name} is called ${first}_`,
    at: source,
    also: { message: `${owner.text} is here`, at: owner.source },
  })
  return settleHelpers({ ...declaration, avoids: [...avoids, ...taken] }, owners, report)
}

function settleInput(operation: Operation, written: ReadonlySet<string>): Operation {
  const name = inputName(operation)
  if (name === undefined || !written.has(name)) return operation
  return { ...operation, input: { ...operation.input, name: `${name}Input` } }
}
