import { createHash } from 'node:crypto'

export interface PolicyOptions {
  /** The only inline script of a page, if it has one: an import map has to be in the page itself. */
  readonly inlineScript?: string | undefined
  /** The drawings of a page, each with its styles. */
  readonly drawings: readonly { readonly svg: string }[]
  /** Whether the page runs programs of its reader, which may call any service. */
  readonly isConsole: boolean
}

/** The Content-Security-Policy of a page: it loads what the site consists of, and nothing else. */
export function policyOf({ inlineScript, drawings, isConsole }: PolicyOptions): string {
  const styles = new Set(
    drawings.flatMap(({ svg }) =>
      [...svg.matchAll(/<style>([^<]*)<\/style>/g)].map(([, style = '']) => hashOf(style)),
    ),
  )
  const directives = {
    'default-src': ["'none'"],
    'script-src': [
      "'self'",
      ...(inlineScript === undefined ? [] : [hashOf(inlineScript)]),
      ...(isConsole ? ['blob:'] : []),
    ],
    'style-src': ["'self'", ...styles],
    'img-src': ["'self'"],
    'connect-src': ["'self'", ...(isConsole ? ['http:', 'https:', 'ws:', 'wss:'] : [])],
    ...(isConsole ? { 'worker-src': ["'self'"] } : {}),
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
