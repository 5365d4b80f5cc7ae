import type { Statement } from 'tagwire/emitter'
import { asksWho, runtimeType, type ServerModule } from './module.js'

type Kind = 'key' | 'basic' | 'bearer' | 'other'

/** A scheme that an operation requires. */
interface Scheme {
  readonly name: string
  readonly kind: Kind
  readonly in: 'header' | 'query' | 'cookie'
  readonly wire: string
  readonly doc?: string
}

/** The schemes of the document, also those that the client has no option for. */
export function schemesOf({ model }: ServerModule): Scheme[] {
  const { schemes, credential } = model
  const known: Scheme[] = (schemes ?? []).map(({ name, kind, in: place, wire, doc }) => {
    return { name, kind, in: place, wire, ...(doc ? { doc } : {}) }
  })
  if (!schemes && credential) {
    const { name, header, doc } = credential
    known.push({ name, kind: 'key', in: 'header', wire: header, ...(doc ? { doc } : {}) })
  }
  const required = new Set(
    model.operations.flatMap(({ requirements }) =>
      (requirements?.alternatives ?? []).flatMap((each) => Object.keys(alternativeOf(each))),
    ),
  )
  const others = [...required].filter((name) => known.every((each) => each.name !== name))
  return [
    ...known,
    ...others.map((name) => ({ name, kind: 'other', in: 'header', wire: '' }) as const),
  ]
}

/** The schemes of one alternative, each with its scopes. */
export function alternativeOf(names: readonly string[]): Record<string, string[]> {
  const found = new Map<string, string[]>()
  for (const each of names) {
    const [, scheme = each, scope] = /^(.*?) \((.*)\)$/s.exec(each) ?? []
    const scopes = found.get(scheme) ?? []
    found.set(scheme, scopes)
    if (scope !== undefined) scopes.push(scope)
  }
  return Object.fromEntries(found)
}

/** The alternatives of every operation that cannot be called by anyone, each by the names of its schemes. */
function needs({ model }: ServerModule): string[][][] {
  const all = model.operations.flatMap((operation) => {
    const alternatives = operation.requirements?.alternatives ?? []
    const names = alternatives.map((each) => Object.keys(alternativeOf(each)).sort())
    return asksWho(operation) === 'always' ? [names] : []
  })
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()]
}

/** The schemes that some operation cannot do without. */
function requiredSchemes(at: ServerModule): Set<string> {
  return new Set(
    needs(at).flatMap(([first = [], ...others]) =>
      first.filter((name) => others.every((each) => each.includes(name))),
    ),
  )
}

/**
 * `ServerSecurity<Identity>`, and where an operation has a choice, the functions for one of its alternatives:
 * `ServerSecurity<Identity> & ({ token: … } | { key: …; basic: … })`.
 */
export function securityType(at: ServerModule): string {
  const { structures, own } = at
  const required = requiredSchemes(at)
  const schemes = new Map(schemesOf(at).map((each) => [each.name, each]))
  const choices = needs(at).flatMap((alternatives) => {
    const left = alternatives.map((names) => names.filter((name) => !required.has(name)))
    if (left.some((names) => names.length === 0)) return []
    const types = left.map((names) => {
      const members = names.map((name) => {
        const type = functionType(at, schemes.get(name)?.kind ?? 'other')
        return `readonly ${structures.propertyKey(name)}: ${type}`
      })
      return `{ ${members.join('; ')} }`
    })
    return [`(${types.join(' | ')})`]
  })
  return [`${own.security}<Identity>`, ...choices].join(' & ')
}

/** `interface ServerSecurity<Identity> { bearerAuth: SecurityFunction<string, Identity> }` */
export function securityInterface(at: ServerModule): Statement[] {
  const { structures, own, model } = at
  if (model.operations.every((each) => asksWho(each) === 'never')) return []
  const text =
    'A function for each security scheme: it takes the credential, and returns who calls. `undefined` refuses it.'
  const required = requiredSchemes(at)
  return [
    structures.exportedInterface({
      name: own.security,
      docs: structures.docs(text),
      typeParameters: ['Identity = unknown'],
      properties: schemesOf(at).map(({ name, kind, doc }) =>
        structures.property({
          name: structures.propertyKey(name),
          type: functionType(at, kind) + (required.has(name) ? '' : ' | undefined'),
          hasQuestionToken: !required.has(name),
          isReadonly: true,
          docs: structures.docs(doc ? structures.commentText(doc) : ''),
        }),
      ),
    }),
  ]
}

function functionType(at: ServerModule, kind: Kind): string {
  return `${runtimeType(at, 'SecurityFunction')}<${credentialType(at, kind)}, Identity>`
}

function credentialType(at: ServerModule, kind: Kind): string {
  if (kind === 'basic') return runtimeType(at, 'BasicCredential')
  return kind === 'other' ? 'undefined' : 'string'
}
