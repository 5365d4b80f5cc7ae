import { clientNames } from '../../view/client-names.js'
import type { PackageView } from '../../view/package-view.js'
import { type Authentication, authenticationOf } from '../http/authentication.js'
import { stringLiteral } from '../typescript/text.js'
import { memberText } from '../typescript/value-text.js'
import { code } from './markdown.js'

/** The section of the README: the exact option of each security scheme; empty if the document has none. */
export function authenticationGuide(view: PackageView, client: string): string {
  const schemes = authenticationOf(view.model)
  if (schemes.length === 0) return ''
  const { create } = clientNames(view.clientName)
  const withTokens = schemes.find(({ source }) => source !== undefined)
  return [
    '## Authentication',
    [
      `| scheme of the document | option of \`${create}\` | sent as |`,
      '|---|---|---|',
      ...schemes.map(rowOf),
    ].join('\n'),
    ...(schemes.some(({ options }) => options !== undefined) ? [rules(schemes)] : []),
    ...(withTokens ? [tokenProgram(view, client, create, withTokens)] : []),
  ].join('\n\n')
}

function rowOf({ scheme, options, sent, tokens }: Authentication): string {
  const shown = options === undefined ? '–' : `\`${code(options)}\``
  return `| \`${code(scheme)}\` | ${shown} | ${tokens ? `${tokens}: ` : ''}${sent} |`
}

function rules(schemes: readonly Authentication[]): string {
  const isOne = schemes.filter(({ options }) => options !== undefined).length === 1
  const all = isOne
    ? ''
    : ' An operation gets those of its own schemes that you give, and one without any gets none.'
  const functions = schemes.some(({ options }) => options?.includes('credentials'))
    ? ' In place of a value, a function may return it, or a promise of it: it is called for each request.'
    : ''
  return `Credentials are sent to the origin of \`baseUrl\` only, and errors do not show them.${all}${functions}`
}

function tokenProgram(
  view: PackageView,
  client: string,
  create: string,
  { scheme, source }: Authentication,
): string {
  if (!source) return ''
  const value = memberText(scheme, `${source.name}(${source.options})`)
  const about =
    source.name === 'clientCredentials'
      ? '`clientCredentials` gets access tokens for a program that acts for itself; `refreshToken({ tokenUrl, clientId, refreshToken })` for a user who has signed in.'
      : '`refreshToken` gets access tokens for a user who has signed in; `clientCredentials({ tokenUrl, clientId, clientSecret })` for a program that acts for itself.'
  return [
    `${about} Calls that wait share one request, and a token is renewed before it ends.`,
    [
      '```ts',
      `import { ${[create, source.name].sort().join(', ')} } from ${stringLiteral(view.name)}`,
      '',
      `const ${client} = ${create}({ credentials: { ${value} } })`,
      '```',
    ].join('\n'),
  ].join('\n\n')
}
