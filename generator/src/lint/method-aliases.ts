import type { Report } from '../diagnostics/diagnostic.js'
import { CLIENTS_OWN, describedMembers } from '../model/client-members.js'
import type { Model } from '../model/model.js'

/** Reports former names of methods that something else of the client has. */
export function lintMethodAliases(model: Model, report: Report): void {
  const owners = new Map<string, string>([
    ...CLIENTS_OWN.map((each): [string, string] => [each, 'every client']),
    ...describedMembers(model),
  ])
  for (const { name, aliases = [], source } of model.operations) {
    for (const alias of aliases) {
      const owner = owners.get(alias)
      owners.set(alias, name)
      if (owner === undefined) continue
      report({
        code: 'TW4001',
        severity: 'error',
        message: `x-tagwire-alias of ${name}: there is another ${alias}, of ${owner}`,
        at: source,
        help: 'Leave out the alias, or give the other one a name of its own with `x-tagwire-name`.',
      })
    }
  }
}
