import type { Model, SecurityScheme } from '../../model/model.js'
import { freeName } from '../../model/names.js'
import type { Server } from '../../model/servers/server.js'
import type { PackageView } from '../../view/package-view.js'
import type { ModuleScope } from '../module-scope.js'
import { HTTP } from '../runtime-entries.js'
import { docs, docsOf, inCode } from '../typescript/doc.js'
import {
  constant,
  exportedFunction,
  exportedType,
  objectType,
  option,
  type Property,
  property,
  type Statement,
} from '../typescript/structures.js'
import { commentText, literal, propertyKey } from '../typescript/text.js'
import { unionOf } from '../typescript/type-text.js'
import { valueText } from '../typescript/value-text.js'
import { type Authentication, authenticationOf } from './authentication.js'

/** `const schemes = { … }`: where each credential is sent. */
export function schemesConstant(view: PackageView, scope: ModuleScope): Statement[] {
  const { schemes } = view.model
  if (!schemes) return []
  const type = scope.imports.type('SecurityScheme', HTTP)
  const value = Object.fromEntries(
    schemes.map((each) => [
      each.name,
      {
        in: each.in,
        name: each.wire,
        ...(each.kind === 'key' ? {} : { prefix: PREFIX[each.kind] }),
      },
    ]),
  )
  return [
    constant({
      name: 'schemes',
      type: `Readonly<Record<string, ${type}>>`,
      value: valueText(value),
    }),
  ]
}

const PREFIX = { basic: 'Basic ', bearer: 'Bearer ' } as const

/** The credentials of the caller, by scheme. */
export function credentialsType(view: PackageView, scope: ModuleScope, name: string): Statement[] {
  const { schemes } = view.model
  if (!schemes) return []
  const ways = new Map(authenticationOf(view.model).map((each) => [each.scheme, each]))
  const members = schemes.map((each) =>
    option(each.name, credentialText(each, scope), credentialDocs(each, ways.get(each.name))),
  )
  const text =
    'The credentials of the caller; a call sends those of its own schemes. Functions are called for each request.'
  return [exportedType({ name, docs: docs(text), type: objectType(members) })]
}

/** What is sent, and the exact option. */
function credentialDocs(scheme: SecurityScheme, way: Authentication | undefined): string[] {
  const [text] = docsOf(scheme)
  const sent = `${way?.tokens ? `${upperFirst(way.tokens)}, sent` : 'Sent'} as ${way?.sent}.`
  const shown = [text, commentText(sent)].filter(Boolean).join('\n\n')
  return docs(shown, way?.options && `@example ${commentText(way.options)}`)
}

/** The option of a document whose only credential is a key in a header. */
export function apiKeyOption({ header, doc }: NonNullable<Model['credential']>): Property {
  const sent = `Sent as the header \`${inCode(header)}\`, to the origin of \`baseUrl\` and nowhere else.`
  return option('apiKey', 'string', docs(doc ? `${commentText(doc)}\n\n${sent}` : sent))
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function credentialText({ kind }: SecurityScheme, { imports }: ModuleScope): string {
  const option = imports.type('CredentialOption', HTTP)
  return kind === 'basic'
    ? `${option}<${imports.type('BasicCredential', HTTP)}>`
    : `${option}<string>`
}

/** A function for each server with variables: `serverUrl({ region: 'eu' })`. */
export function serverUrlFunctions(view: PackageView, scope: ModuleScope): Statement[] {
  return view.model.servers.flatMap((server, index) => {
    const { template, variables } = server
    if (template === undefined || !variables) return []
    const name = freeName(index === 0 ? 'serverUrl' : `serverUrl${index + 1}`, view.names)
    return [serverUrlFunction(name, { ...server, template, variables }, scope)]
  })
}

function serverUrlFunction(
  name: string,
  { template, variables, doc }: Server & Required<Pick<Server, 'template' | 'variables'>>,
  { imports }: ModuleScope,
): Statement {
  const members = variables.map((each) =>
    property({
      name: propertyKey(each.name),
      type: unionOf(each.values.map(literal)) || 'string',
      docs: docs(each.doc ? commentText(each.doc) : '', `@default ${inCode(each.default)}`),
      hasQuestionToken: true,
    }),
  )
  const defaults = Object.fromEntries(variables.map((each) => [each.name, each.default]))
  const fill = imports.value('fillServer', HTTP)
  const text = `The address of a server whose variables are given${doc ? `: ${commentText(doc)}` : '.'}`
  return exportedFunction({
    name,
    docs: docs(text),
    parameters: [{ name: 'variables', type: objectType(members), initializer: '{}' }],
    returnType: 'string',
    statements: [`return ${fill}(${literal(template)}, ${valueText(defaults)}, variables)`],
  })
}
