import type { Model, SecurityScheme } from '../../model/model.js'
import type { Operation } from '../../model/operation.js'
import type { Server } from '../../model/server.js'
import type { ModuleScope, PackageView } from '../package-view.js'
import { docBlock, docOf, inCode } from '../typescript/doc.js'
import { freeName } from '../typescript/imports.js'
import { callOf, print, word } from '../typescript/layout.js'
import { commentText, literal, propertyKey } from '../typescript/text.js'
import { valueText } from '../typescript/value-text.js'

const HTTP = '@tagwire/runtime/http'

/** `const schemes = { … }`: where each credential travels. */
export function schemesBlock(view: PackageView, scope: ModuleScope): string {
  const { schemes } = view.model
  if (!schemes) return ''
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
  const head = `const schemes: Readonly<Record<string, ${type}>> = `
  return `${head}${valueText(value, 0, head.length)}\n`
}

/** The schemes that an operation takes, where it does not take all that the document has. */
export function schemesTaken(
  { credential, schemes }: Model,
  { security }: Operation,
): readonly string[] | undefined {
  if (!security) return undefined
  if (!schemes) return credential && security.length === 0 ? [] : undefined
  const taken = schemes.map(({ name }) => name).filter((name) => security.includes(name))
  return taken.length === schemes.length ? undefined : taken
}

const PREFIX = { basic: 'Basic ', bearer: 'Bearer ' } as const

/** Who calls, in the ways that the document names. */
export function credentialsText(view: PackageView, scope: ModuleScope, name: string): string {
  const { schemes } = view.model
  if (!schemes) return ''
  const members = schemes.map((each) => {
    const type = credentialText(each, scope)
    return `${docBlock(docOf(each), 2)}  readonly ${propertyKey(each.name)}?: ${type} | undefined\n`
  })
  const text = 'Who calls: all that are given travel. A function is asked for each request.'
  return `${docBlock({ text })}export type ${name} = {\n${members.join('')}}\n`
}

function credentialText({ kind }: SecurityScheme, { imports }: ModuleScope): string {
  const option = imports.type('CredentialOption', HTTP)
  return kind === 'basic'
    ? `${option}<${imports.type('BasicCredential', HTTP)}>`
    : `${option}<string>`
}

/** A function for each server with variables: `serverUrl({ region: 'eu' })`. */
export function serverUrlBlocks(view: PackageView, scope: ModuleScope): string[] {
  return view.model.servers.flatMap((server, index) => {
    const { template, variables } = server
    if (template === undefined || !variables) return []
    const name = freeName(index === 0 ? 'serverUrl' : `serverUrl${index + 1}`, view.names)
    return [serverUrlBlock(name, { ...server, template, variables }, scope)]
  })
}

function serverUrlBlock(
  name: string,
  { template, variables, doc }: Server & Required<Pick<Server, 'template' | 'variables'>>,
  scope: ModuleScope,
): string {
  const members = variables.map((each) => {
    const values = each.values.map(literal).join(' | ')
    const block = docBlock(
      {
        ...(each.doc ? { text: commentText(each.doc) } : {}),
        tags: [`@default ${inCode(each.default)}`],
      },
      4,
    )
    return `${block}    ${propertyKey(each.name)}?: ${values || 'string'}\n`
  })
  const defaults = Object.fromEntries(variables.map((each) => [each.name, each.default]))
  const fill = scope.imports.value('fillServer', HTTP)
  const parts = [literal(template), valueText(defaults, 4), 'variables'].map(word)
  const text = `The address of a server whose variables are given${doc ? `: ${commentText(doc)}` : '.'}`
  return `${docBlock({ text })}export function ${name}(
  variables: {
${members.join('')}  } = {},
): string {
  return ${print(callOf(fill, parts), 2, 9)}
}
`
}
