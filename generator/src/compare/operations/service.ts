import { canonical } from '../../model/json.js'
import type { Model, SecurityScheme } from '../../model/model.js'
import type { Server } from '../../model/servers/server.js'
import type { Source } from '../../model/shapes/shape.js'
import { type Comparison, report, type Spot } from '../comparison.js'
import { compareDocumentExtensions } from '../extensions.js'
import { matched } from '../match.js'
import { compareDocs } from '../schemas/fields.js'
import { BOTH } from '../schemas/flow.js'
import { compareIncoming } from './responses.js'

/** Compares the description of the whole service, except its version. */
export function compareService(on: Comparison, before: Model, after: Model): void {
  const spot: Spot = {
    owner: 'document',
    subject: 'document',
    flow: BOTH,
    before: rootOf(before),
    after: rootOf(after),
  }
  compareServers(on, before, after, spot)
  compareCredential(on, before, after, spot)
  compareSchemes(on, before, after, spot)
  compareIncoming(on, before.webhooks ?? [], after.webhooks ?? [], { ...spot, subject: 'webhooks' })
  compareDocumentExtensions(on, before, after, spot)
  compareDocs(on, docOf(before), docOf(after), spot, [textsOf(before), textsOf(after)])
}

function rootOf({ document }: Model): Source {
  return { file: document.file, pointer: '' }
}

function docOf({ doc }: Model): { readonly doc?: string } {
  return doc === undefined ? {} : { doc }
}

function textsOf({ title, tags }: Model): Readonly<Record<string, unknown>> {
  return { title, tags }
}

function compareServers(on: Comparison, before: Model, after: Model, spot: Spot): void {
  const { removed, current } = matched(before.servers, after.servers, ({ url }) => url)
  for (const { url, source } of removed) {
    const at = { ...spot, subject: 'servers', before: source }
    report(on, 'server-removed', at, `${url} removed`, { side: 'old' })
  }
  for (const [server, same] of current) {
    const { url, source } = server
    const at = { ...spot, subject: 'servers', after: source }
    if (same) compareServer(on, same, server, { ...at, subject: `servers ${url}` })
    else report(on, 'server-added', at, `${url} added`)
  }
  const [first, next] = [before.servers[0], after.servers[0]]
  const isLeft = after.servers.some(({ url }) => url === first?.url)
  if (!first || !next || first.url === next.url || !isLeft) return
  const at = { ...spot, subject: 'servers', before: first.source, after: next.source }
  report(on, 'server-default', at, `the default is ${next.url} now, was ${first.url}`)
}

function compareServer(on: Comparison, before: Server, after: Server, spot: Spot): void {
  const variables = ({ template, variables }: Server): string =>
    canonical([template, variables], (key) => key === 'doc')
  if (variables(before) !== variables(after)) {
    report(on, 'server-changed', spot, 'the variables of its address changed')
  }
  compareDocs(on, before, after, spot)
}

/** Compares the security schemes, if there is more than one header. */
function compareSchemes(on: Comparison, before: Model, after: Model, spot: Spot): void {
  const { removed, current } = matched(
    before.schemes ?? [],
    after.schemes ?? [],
    ({ name }) => name,
  )
  const at = (left: SecurityScheme, right: SecurityScheme): Spot => {
    const subject = `credential ${right.name}`
    return { ...spot, subject, before: left.source, after: right.source }
  }
  for (const scheme of removed) {
    report(on, 'credential-removed', at(scheme, scheme), 'removed', { side: 'old' })
  }
  for (const [scheme, same] of current) {
    const where = at(same ?? scheme, scheme)
    if (!same) report(on, 'credential-added', where, 'added')
    else if (schemeText(inLowerCase(same)) !== schemeText(inLowerCase(scheme))) {
      const message = `is ${schemeText(scheme)} now, was ${schemeText(same)}`
      report(on, 'credential-changed', where, message)
    } else compareDocs(on, same, scheme, where)
  }
}

/** Names of headers are the same in any case. */
function inLowerCase(scheme: SecurityScheme): SecurityScheme {
  return scheme.in === 'header' ? { ...scheme, wire: scheme.wire.toLowerCase() } : scheme
}

function schemeText({ kind, in: where, wire }: SecurityScheme): string {
  return `${kind} in ${where} ${wire}`
}

function compareCredential(on: Comparison, before: Model, after: Model, spot: Spot): void {
  const [old, now] = [before.credential?.header, after.credential?.header]
  if (old?.toLowerCase() === now?.toLowerCase()) return
  const at = { ...spot, subject: 'credential' }
  if (old === undefined) report(on, 'credential-added', at, `header ${now} added`)
  else if (now === undefined) {
    report(on, 'credential-removed', at, `header ${old} removed`, { side: 'old' })
  } else report(on, 'credential-changed', at, `is the header ${now} now, was ${old}`)
}
