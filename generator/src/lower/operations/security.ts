import type { Report } from '../../diagnostics/diagnostic.js'
import type { Model, OAuthFlow, OtherScheme, SecurityScheme } from '../../model/model.js'
import type { Operation } from '../../model/operations/operation.js'
import { items, member, members, type Node, textAt } from '../../source/node.js'
import { resolve } from '../resolve.js'
import type { SchemaLowering } from '../schemas/read-declarations.js'

type Security = Pick<Model, 'credential' | 'schemes' | 'otherSchemes'>

/** The document's credentials: one header with a key, or schemes by name. */
export function securityOf(lowering: SchemaLowering, components: Node | undefined): Security {
  const container = components && member(components, 'securitySchemes')
  const described = (container ? members(container) : []).map(([name, each]) => ({
    name,
    node: resolve({ ...lowering, report: forgiving(lowering) }, each),
  }))
  const found = described.flatMap(({ name, node }) => schemeOf(name, node) ?? [])
  const others = described.flatMap(({ name, node }) =>
    found.some((each) => each.name === name) ? [] : (otherScheme(name, node) ?? []),
  )
  const key = found.find((each) => each.kind === 'key' && each.in === 'header')
  // A single key in a header has its own option, `apiKey`.
  const only = found.length === 1 && key !== undefined
  return {
    ...(key
      ? { credential: { header: key.wire, name: key.name, ...(key.doc ? { doc: key.doc } : {}) } }
      : {}),
    ...(only || found.length === 0 ? {} : { schemes: found }),
    ...(others.length > 0 ? { otherSchemes: others } : {}),
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
      return { ...bearer(described), tokens: { type: 'oauth2', flows: flowsOf(scheme) } }
    case 'openIdConnect':
      return { ...bearer(described), tokens: { type: 'openIdConnect', flows: [] } }
    default:
      return undefined
  }
}

function bearer(described: Pick<SecurityScheme, 'name' | 'source' | 'doc'>): SecurityScheme {
  return { ...described, kind: 'bearer', in: 'header', wire: 'authorization' }
}

function flowsOf(scheme: Node): OAuthFlow[] {
  const flows = member(scheme, 'flows')
  return (flows ? members(flows) : []).flatMap(([name, flow]) => {
    if (name.startsWith('x-')) return []
    const [tokenUrl, refreshUrl] = [textAt(flow, 'tokenUrl'), textAt(flow, 'refreshUrl')]
    const scopes = member(flow, 'scopes')
    return [
      {
        name,
        ...(tokenUrl === undefined ? {} : { tokenUrl }),
        ...(refreshUrl === undefined ? {} : { refreshUrl }),
        scopes: (scopes ? members(scopes) : []).map(([scope]) => scope),
      },
    ]
  })
}

/** `undefined` for what is no scheme, which the grammar reports. */
function otherScheme(name: string, scheme: Node): OtherScheme | undefined {
  const doc = textAt(scheme, 'description')
  const type = textAt(scheme, 'type')
  const known = type === 'http' ? textAt(scheme, 'scheme') : type
  if (known === undefined || (type !== 'http' && type !== 'mutualTLS')) return undefined
  return { name, type: known, source: scheme.source, ...(doc ? { doc: doc.trim() } : {}) }
}

function isPlace(text: string | undefined): text is SecurityScheme['in'] {
  return text === 'header' || text === 'query' || text === 'cookie'
}
