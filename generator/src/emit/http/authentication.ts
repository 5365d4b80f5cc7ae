import type { Model, OAuthFlow, SecurityScheme } from '../../model/model.js'
import type { Value } from '../../view/value.js'
import { code } from '../readme/markdown.js'
import { valueText } from '../typescript/value-text.js'

/** How a caller gives the credential of a security scheme to the client. */
export interface Authentication {
  /** Its name in the document. */
  readonly scheme: string
  /** The options of the client, as code: `{ credentials: { token: '…' } }`; absent if the client has none for it. */
  readonly options?: string
  /** What is sent, or what the scheme needs instead, in Markdown. */
  readonly sent: string
  /** Where tokens come from, in Markdown. */
  readonly tokens?: string
  /** The function of the runtime that gets tokens, and its options, as code. */
  readonly source?: {
    readonly name: 'clientCredentials' | 'refreshToken'
    readonly options: string
  }
}

/** Every security scheme of the document, in its order. */
export function authenticationOf(model: Model): readonly Authentication[] {
  const { schemes, credential, otherSchemes = [] } = model
  const known = schemes?.map(schemeOption) ?? []
  const key: Authentication[] =
    credential && !schemes
      ? [
          {
            scheme: credential.name,
            options: valueText({ apiKey: '…' }),
            sent: header(credential.header),
          },
        ]
      : []
  return [...key, ...known, ...otherSchemes.map(otherOption)]
}

/** Whether the client has the option `apiKey`: others would ignore it. */
export function takesApiKey({ credential }: Pick<Model, 'credential'>): boolean {
  return credential !== undefined
}

/** Whether tokens come from an authorization server. */
export function usesTokens({ schemes = [] }: Pick<Model, 'schemes'>): boolean {
  return schemes.some(({ tokens }) => tokens !== undefined)
}

/** The options with the first credential: the beginning of most programs. */
export function firstOptions(model: Model): string | undefined {
  return authenticationOf(model).find(({ options }) => options !== undefined)?.options
}

function schemeOption(scheme: SecurityScheme): Authentication {
  const { name, kind, tokens } = scheme
  const value: Value = kind === 'basic' ? { username: '…', password: '…' } : '…'
  const source = tokens && sourceOf(tokens.flows)
  return {
    scheme: name,
    options: valueText({ credentials: { [name]: value } }),
    sent: sentAs(scheme),
    ...(tokens ? { tokens: tokensText(tokens.type, tokens.flows) } : {}),
    ...(source ? { source } : {}),
  }
}

function sentAs({ kind, in: place, wire }: SecurityScheme): string {
  if (kind === 'basic') return '`authorization: Basic …`'
  if (kind === 'bearer') return '`authorization: Bearer …`'
  if (place === 'header') return header(wire)
  return place === 'query'
    ? `the query parameter \`${code(wire)}\``
    : `the cookie \`${code(wire)}\``
}

function header(name: string): string {
  return `the header \`${code(name)}\``
}

function otherOption({
  name,
  type,
}: {
  readonly name: string
  readonly type: string
}): Authentication {
  return {
    scheme: name,
    sent:
      type === 'mutualTLS'
        ? 'a certificate of the client: pass a `fetch` that has it'
        : `the HTTP scheme \`${code(type)}\`: pass the header \`authorization\` in \`headers\`, or a \`fetch\` that adds it`,
  }
}

function tokensText(type: 'oauth2' | 'openIdConnect', flows: readonly OAuthFlow[]): string {
  if (type === 'openIdConnect') return 'an access token of OpenID Connect'
  const names = flows.map(({ name }) => `\`${code(name)}\``)
  return `an access token of OAuth 2${names.length > 0 ? ` (${names.join(', ')})` : ''}`
}

/** The flow that a program can use without a person, else the one that continues what a person began. */
function sourceOf(flows: readonly OAuthFlow[]): Authentication['source'] {
  const own = flows.find(({ name }) => name === 'clientCredentials')
  const other = flows.find(({ tokenUrl }) => tokenUrl !== undefined)
  const flow = own ?? other
  if (!flow) return undefined
  const url = own?.tokenUrl ?? flow.refreshUrl ?? flow.tokenUrl ?? ''
  const tokenUrl = /^https?:\/\//i.test(url) ? url : '…'
  const scope = own && own.scopes.length > 0 ? { scope: own.scopes.join(' ') } : {}
  const given: Record<string, Value> = own
    ? { tokenUrl, clientId: '…', clientSecret: '…', ...scope }
    : { tokenUrl, clientId: '…', refreshToken: '…' }
  return { name: own ? 'clientCredentials' : 'refreshToken', options: valueText(given) }
}
