import type { Model } from '../model.js'
import type { Operation } from '../operations/operation.js'

/** The server of an operation, if it is not the default server of the client. */
export function ownServer(
  { servers: [first] }: Pick<Model, 'servers'>,
  operation: Pick<Operation, 'servers'>,
): string | undefined {
  const [own] = operation.servers ?? []
  if (!own) return undefined
  const defaultUrl = first?.url ?? ''
  const url = resolved(own.url, defaultUrl)
  return withoutSlash(url) === withoutSlash(defaultUrl) ? undefined : url
}

/** The origins of operations, except that of the default server. */
export function otherOrigins(model: Model): string[] {
  const defaultUrl = originOf(model.servers[0]?.url ?? '')
  const origins = model.operations.flatMap((each) => {
    const url = ownServer(model, each)
    return url === undefined ? [] : [originOf(url)]
  })
  return [...new Set(origins)].filter((origin) => origin !== defaultUrl)
}

/** A placeholder for the origin of the page or proxy that a relative default server belongs to. */
const NOWHERE = 'relative://invalid'

/** A relative server is resolved against the default one, like relative references. */
function resolved(url: string, defaultUrl: string): string {
  const base = new URL(defaultUrl, NOWHERE).href
  if (/^\w+:/.test(url) || !URL.canParse(url, base)) return url
  const { href } = new URL(url, base)
  return href.startsWith(`${NOWHERE}/`)
    ? href.slice(NOWHERE.length)
    : href.replace(/^relative:/, '')
}

function originOf(url: string): string {
  if (!URL.canParse(url, NOWHERE)) return url
  const { protocol, host } = new URL(url, NOWHERE)
  return protocol === 'relative:' ? `//${host}` : `${protocol}//${host}`
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '')
}
