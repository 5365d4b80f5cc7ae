import type { Report } from '../../diagnostics/diagnostic.js'
import { valueText } from '../../diagnostics/value-text.js'
import type { Server, ServerVariable } from '../../model/servers/server.js'
import { isServerAddress } from '../../model/servers/server-address.js'
import { LONGEST_ADDRESS } from '../../source/limits.js'
import { items, member, members, type Node, text, textAt } from '../../source/node.js'
import { describe } from '../schemas/describe.js'

export function serversOf(list: Node | undefined, report: Report): Server[] {
  return items(list).flatMap((node) => {
    const url = withDefaults(node)
    if (url !== undefined && url.length > LONGEST_ADDRESS) {
      report({
        code: 'TW1011',
        severity: 'error',
        message: `with the defaults of its variables, this address is longer than ${LONGEST_ADDRESS} characters`,
        at: node.source,
      })
      return []
    }
    if (url === undefined || !isServerAddress(url)) {
      const written = member(node, 'url')
      const what = url ?? written?.value
      report({
        code: 'TW5004',
        severity: 'warning',
        message: written
          ? `${valueText(what)} is not a URL that a client could call`
          : 'a server needs a `url`',
        at: written?.source ?? node.source,
      })
      return []
    }
    const name = textAt(node, 'name') ?? textAt(node, 'x-tagwire-name')
    return [{ ...describe(node), url, ...(name ? { name } : {}), ...variablesOf(node) }]
  })
}

/**
 * The servers of a path or an operation, which replace the document's; an empty array is ignored. Servers with
 * other protocols than HTTP are left out.
 */
export function ownServersOf(node: Node, report: Report): readonly Server[] | undefined {
  const list = member(node, 'servers')
  const servers = serversOf(list, report)
  const called = servers.filter(({ url }) => /^(?:https?:|[./]|$)/i.test(url))
  if (called.length > 0) return called
  if (list && servers.length > 0) {
    report({
      code: 'TW5012',
      severity: 'warning',
      message: 'none of these servers supports HTTP, so the client uses the default one',
      at: list.source,
    })
  }
  return undefined
}

/** A server's URL with the defaults of its variables. */
function withDefaults(server: Node): string | undefined {
  const url = textAt(server, 'url')
  const variables = member(server, 'variables')
  if (url === undefined || !variables) return url
  return url.replace(/\{([^}]+)\}/g, (whole, name: string) => {
    const variable = member(variables, name)
    return (variable && textAt(variable, 'default')) ?? whole
  })
}

function variablesOf(server: Node): Pick<Server, 'template' | 'variables'> {
  const template = textAt(server, 'url')
  const container = member(server, 'variables')
  if (template === undefined || !container) return {}
  const variables = members(container).flatMap(([name, node]): ServerVariable[] => {
    const standard = textAt(node, 'default')
    if (standard === undefined || !template.includes(`{${name}}`)) return []
    const values = items(member(node, 'enum')).flatMap((each) => text(each) ?? [])
    const doc = textAt(node, 'description')
    return [{ name, default: standard, values, ...(doc ? { doc } : {}) }]
  })
  return variables.length > 0 ? { template, variables } : {}
}
