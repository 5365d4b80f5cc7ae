import type { Report } from '../../diagnostics/diagnostic.js'
import type { Model, SecurityScheme } from '../../model/model.js'
import type { Operation } from '../../model/operations/operation.js'
import { items, member, members, type Node, textAt } from '../../source/node.js'
import { resolve } from '../resolve.js'
import type { SchemaLowering } from '../schemas/schema-lowering.js'

type Security = Pick<Model, 'credential' | 'schemes'>

/** The document's credentials: one header with a key, or schemes by name. */
export function securityOf(lowering: SchemaLowering, components: Node | undefined): Security {
  const container = components && member(components, 'securitySchemes')
  const found = (container ? members(container) : []).flatMap(([name, each]) => {
    const scheme = schemeOf(name, resolve({ ...lowering, report: forgiving(lowering) }, each))
    return scheme ? [scheme] : []
  })
  const key = found.find((each) => each.kind === 'key' && each.in === 'header')
  // A single key in a header has its own option, `apiKey`.
  const only = found.length === 1 && key !== undefined
  const { wire, doc } = key ?? {}
  return {
    ...(wire !== undefined ? { credential: { header: wire, ...(doc ? { doc } : {}) } } : {}),
    ...(only || found.length === 0 ? {} : { schemes: found }),
  }
}

/** The schemes in any of the alternatives of an operation, otherwise in those of the document. */
export function schemesOfOperation(
  { document }: SchemaLowering,
  operation: Node,
): Pick<Operation, 'security' | 'requirements'> {
  const security = member(operation, 'security') ?? member(document.root, 'security')
  if (!security) return {}
  const names = items(security).flatMap((each) => members(each).map(([name]) => name))
  const alternatives = items(security).map(requirementsIn)
  return {
    security: [...new Set(names)],
    requirements: { alternatives, source: security.source },
  }
}

/** One alternative: its schemes, each once for every scope that it requires. */
function requirementsIn(alternative: Node): string[] {
  return members(alternative).flatMap(([name, scopes]) => {
    const asked = items(scopes).map((scope) => `${name} (${String(scope.value)})`)
    return [name, ...asked]
  })
}

/**
 * A scheme that is a remote reference gets no client option, but all operations can still be
 * called.
 */
function forgiving({ report }: SchemaLowering): Report {
  return (fault) =>
    report(/^TW10(?:06|10)$/.test(fault.code) ? { ...fault, severity: 'warning' } : fault)
}

function schemeOf(name: string, scheme: Node): SecurityScheme | undefined {
  const doc = textAt(scheme, 'description')
  const described = { name, source: scheme.source, ...(doc ? { doc: doc.trim() } : {}) }
  const wire = textAt(scheme, 'name')
  const place = textAt(scheme, 'in')
  const http = textAt(scheme, 'scheme')?.toLowerCase()
  switch (textAt(scheme, 'type')) {
    case 'apiKey':
      return wire !== undefined && isPlace(place)
        ? { ...described, kind: 'key', in: place, wire }
        : undefined
    case 'http':
      if (http !== 'basic' && http !== 'bearer') return undefined
      return { ...described, kind: http, in: 'header', wire: 'authorization' }
    case 'oauth2':
    case 'openIdConnect':
      return { ...described, kind: 'bearer', in: 'header', wire: 'authorization' }
    default:
      return undefined
  }
}

function isPlace(text: string | undefined): text is SecurityScheme['in'] {
  return text === 'header' || text === 'query' || text === 'cookie'
}
