import type { Diagnostic, Report } from '../diagnostics/diagnostic.js'
import { asTagged, exportsOf, unionNames } from '../model/exported-names.js'
import type { Model } from '../model/model.js'
import type { Declaration } from '../model/shapes/shape.js'

/** Reports names that the declarations of a document would add to the package more than once. */
export function lintNames(model: Model, report: Report): void {
  const owners = new Map<string, Declaration>()
  const reported = new Set<string>()
  for (const declaration of model.declarations) {
    lintVariants(declaration, report)
    for (const name of exportsOf(declaration)) {
      const owner = owners.get(name) ?? declaration
      owners.set(name, owner)
      const pair = `${owner.name} ${declaration.name}`
      // Two schemas with the same name were reported when they were read.
      if (owner.name === declaration.name || reported.has(pair)) continue
      reported.add(pair)
      report(clash(owner, declaration, name))
    }
  }
}

function clash(owner: Declaration, declaration: Declaration, name: string): Diagnostic {
  return {
    code: 'TW4001',
    severity: 'error',
    message: `${declaration.name} and ${owner.name} would both export ${name}`,
    at: declaration.source,
    also: { message: `${owner.name} is here`, at: owner.source },
  }
}

/** Reports variants of a union whose tags become the same identifier. */
function lintVariants(declaration: Declaration, report: Report): void {
  const tagged = asTagged(declaration)
  if (!tagged) return
  const names = unionNames(tagged)
  const owners = new Map<string, (typeof cases)[number]>()
  const { cases } = tagged.shape
  for (const member of cases) {
    const { type } = names.of(member)
    const owner = owners.get(type)
    owners.set(type, owner ?? member)
    if (!owner) continue
    const tags = [member.tag, owner.tag].map((tag) => JSON.stringify(tag)).join(' and ')
    report({
      code: 'TW4001',
      severity: 'error',
      message: `the variants ${tags} of ${declaration.name} would both be called ${type}`,
      at: member.source,
      also: { message: 'the other one is here', at: owner.source },
      help: 'Give one of them a name of its own with `x-tagwire-name` in the member.',
    })
  }
}
