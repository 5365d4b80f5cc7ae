import { memberAt } from '../core/member.js'
import type { BasicCredential } from '../http/credentials.js'
import { decodeForm, decodeText, formPairs } from '../http/reading/read-body.js'
import { pairsOf } from '../http/reading/read-styles.js'
import type { Alternative, ServerFacts, ServerScheme } from './facts.js'
import type { Incoming } from './incoming.js'
import { HttpProblem } from './problems.js'
import type { SecurityContext } from './types.js'

/** The functions of the security schemes by name. */
export type SecurityFunctions = Readonly<Record<string, unknown>>

type Credential = string | BasicCredential

/** Every operation that requires a credential can be called by someone. */
export function checkSecurity(
  { operations, schemes = {} }: ServerFacts,
  given: SecurityFunctions,
): void {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(schemes, name)) {
      const known = Object.keys(schemes).join(', ') || 'none'
      throw new TypeError(
        `security.${name} is not a security scheme of the document; there are: ${known}`,
      )
    }
    if (given[name] !== undefined && typeof given[name] !== 'function') {
      throw new TypeError(`security.${name} takes function`)
    }
  }
  for (const [key, { security = [] }] of Object.entries(operations)) {
    const isOpen = security.some((each) => Object.keys(each).every((name) => memberAt(given, name)))
    if (security.length === 0 || isOpen) continue
    const names = security.map((each) => Object.keys(each).join(' and ')).join(', or ')
    throw new TypeError(`security has no function for ${names}, which ${key} requires`)
  }
}

/** A request whose caller is asked for. */
export interface Calling {
  readonly incoming: Incoming
  readonly search: string
  /** What the functions get, for some scopes. */
  readonly context: (scopes: readonly string[]) => SecurityContext
}

/** Who calls: the result of the first alternative whose credentials are accepted; otherwise, 401. */
export async function identify(
  alternatives: readonly Alternative[],
  { schemes = {} }: ServerFacts,
  given: SecurityFunctions,
  call: Calling,
): Promise<unknown> {
  let mayBeAnyone = alternatives.length === 0
  /** How each scheme is asked for, by its name. */
  const challenges = new Map<string, string>()
  for (const alternative of alternatives) {
    const required = Object.entries(alternative)
    if (required.length === 0) {
      mayBeAnyone = true
      continue
    }
    let identity: unknown
    let isAccepted = true
    for (const [name, scopes] of required) {
      const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined
      const judge = memberAt(given, name)
      const credential = scheme && credentialIn(scheme, call)
      const isGiven = credential !== undefined || scheme?.kind === 'other'
      if (scheme && scheme.kind !== 'other') challenges.set(name, challengeOf(scheme))
      if (!isGiven || typeof judge !== 'function') {
        isAccepted = false
        break
      }
      const found: unknown = await judge(credential, call.context(scopes))
      if (found === undefined || found === null || found === false) {
        if (scheme?.kind === 'bearer') challenges.set(name, refusedToken)
        isAccepted = false
        break
      }
      identity ??= found
    }
    if (isAccepted) return identity
  }
  if (mayBeAnyone) return undefined
  const challenge = [...new Set(challenges.values())].join(', ')
  const headers: Record<string, string> = challenge === '' ? {} : { 'www-authenticate': challenge }
  throw new HttpProblem(401, 'a credential is missing or not accepted', { headers })
}

/** RFC 6750: who sent no token is not told that it was wrong. */
const refusedToken = 'Bearer error="invalid_token"'

function challengeOf({ kind, in: place, name }: ServerScheme): string {
  if (kind === 'bearer') return 'Bearer'
  if (kind === 'basic') return 'Basic realm="api", charset="UTF-8"'
  return `ApiKey in="${place}", name="${name.replace(/[^\w-]/g, '')}"`
}

function credentialIn(
  { kind, in: place, name }: ServerScheme,
  call: Calling,
): Credential | undefined {
  if (kind === 'other') return undefined
  const text = textIn(place, name, call)
  if (text === undefined || kind === 'key') return text
  const [, scheme = '', rest = ''] = /^(\S+)\s+(.+)$/s.exec(text) ?? []
  if (scheme.toLowerCase() !== kind) return undefined
  return kind === 'bearer' ? rest : basicCredential(rest)
}

function textIn(
  place: ServerScheme['in'],
  name: string,
  { incoming, search }: Calling,
): string | undefined {
  if (place === 'header') return incoming.header(name.toLowerCase()) ?? undefined
  const [pairs, decode] =
    place === 'query'
      ? [formPairs(search), decodeForm]
      : [pairsOf(incoming.header('cookie') ?? '', /;\s*/), decodeText]
  const found = pairs.find(([key]) => key === name)
  return found && decode(found[1])
}

function basicCredential(text: string): BasicCredential | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    const [, username, password] = /^([^:]*):(.*)$/s.exec(new TextDecoder().decode(bytes)) ?? []
    return username === undefined || password === undefined ? undefined : { username, password }
  } catch {
    return undefined
  }
}
