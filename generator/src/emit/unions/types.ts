import type { UnionNames } from '../../model/exported-names.js'
import type { Shape } from '../../model/shapes/shape.js'
import { tagsAreKeys } from '../../model/shapes/tagging.js'
import type { Case } from '../../model/shapes/union.js'
import { wireLayout, wireTag } from '../../model/shapes/union.js'
import { redescribedFields } from '../../view/union-fields.js'
import { UNION } from '../runtime-entries.js'
import { deprecatedTag, docs, docsOf, inCode, linked } from '../typescript/doc.js'
import {
  exportedInterface,
  exportedType,
  indexSignature,
  type Statement,
} from '../typescript/structures.js'
import { commentText, literal, propertyKey } from '../typescript/text.js'
import {
  caseText,
  intersectionOf,
  propertiesOf,
  typeText,
  unionOf,
} from '../typescript/type-text.js'
import { sharedWithout, type UnionScope } from './union-scope.js'

export function unionType({ declaration, scope }: UnionScope, names: UnionNames): Statement {
  const members = declaration.shape.cases.map((member) => names.of(member).type)
  return exportedType({
    name: names.type,
    docs: docsOf(declaration, scope.seeTag(declaration)),
    type: unionOf(declaration.nullable ? [...members, 'null'] : members),
  })
}

/**
 * If some member is read-only or write-only, sent values have their own type. They are never matched, so the
 * members need no names; but two keys in one value are still an error.
 */
export function inputType(at: UnionScope, names: UnionNames): Statement[] {
  const { view, scope, declaration } = at
  const input = view.inputTypeNames.get(declaration.name)
  if (input === undefined) return []
  const { shape, nullable } = declaration
  const members = shape.cases.map((member) => {
    const text = caseText(shape, member, scope.sent)
    const only = member.payload ? onlyOf(at, names, member) : []
    return only.length === 0 ? text : `(${intersectionOf([text, ...only])})`
  })
  return [
    exportedType({
      name: input,
      docs: docs(`The input type of {@link ${declaration.name}}.`),
      type: unionOf(nullable ? [...members, 'null'] : members),
    }),
  ]
}

export function kindType({ declaration }: UnionScope, names: UnionNames): Statement {
  return exportedType({
    name: names.kind,
    docs: docs(`The kinds of ${linked(names.type)} that this version knows.`),
    type: unionOf(declaration.shape.cases.map((member) => literal(wireTag(member)))),
  })
}

export function sharedType({ scope, declaration }: UnionScope, names: UnionNames): Statement[] {
  const { common } = declaration.shape
  if (common.length === 0) return []
  return [
    exportedInterface({
      name: names.shared,
      docs: docs(`The fields that all kinds of {@link ${names.type}} share.`),
      properties: propertiesOf(common, undefined, scope.received),
    }),
  ]
}

export function caseType(at: UnionScope, names: UnionNames, member: Case): Statement {
  const { shape } = at.declaration
  const { received } = at.scope
  const text = member.doc ? commentText(member.doc) : caseSummary(names, member)
  const named = { name: names.of(member).type, docs: docs(text, ...deprecatedTag(member)) }
  const laid = wireLayout(shape, member)
  switch (laid.kind) {
    case 'unit':
      return exportedType({ ...named, type: literal(laid.value) })
    case 'plain':
      return exportedType({ ...named, type: typeText(laid.payload, received) })
    case 'named': {
      const mark = laid.tag.required ? '' : '?'
      const tag = `{ ${propertyKey(laid.tag.name)}${mark}: ${literalOf(laid.tag.shape)} }`
      const parts = [typeText(laid.payload, received), tag, ...sharedName(at, names)]
      return exportedType({ ...named, type: intersectionOf(parts) })
    }
    case 'record': {
      const again = redescribedFields(at.view, at.declaration, member)
      const shared = sharedWithout(at, names, again)
      const inherited = new Set(shared ? shape.common.map((field) => field.name) : [])
      const own = laid.fields.filter(({ name }) => !inherited.has(name) || again.includes(name))
      return exportedInterface({
        ...named,
        extends: [...(shared ? [shared] : []), ...onlyOf(at, names, member)],
        properties: propertiesOf(own, laid.rest, received),
      })
    }
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function caseSummary(names: UnionNames, member: Case): string {
  const more = member.otherwise ? ', or of any other one' : ''
  return `${capital(linked(names.type))} of the kind \`${inCode(member.tag)}\`${more}.`
}

function sharedName({ declaration }: UnionScope, names: UnionNames): string[] {
  return declaration.shape.common.length > 0 ? [names.shared] : []
}

/** The type that forbids the keys of the other members, unless a value may have several. */
function onlyOf({ scope, declaration }: UnionScope, names: UnionNames, member: Case): string[] {
  const { cases, tagging, several } = declaration.shape
  // A case without payload is a bare string.
  const keys = cases.filter(({ payload }) => payload !== undefined)
  if (!tagsAreKeys(tagging) || keys.length < 2 || several) return []
  return [`${scope.imports.type('Only', UNION)}<${literal(member.tag)}, ${names.kind}>`]
}

function literalOf(shape: Shape): string {
  return literal(shape.kind === 'literal' ? shape.value : '')
}

export function unknownType(at: UnionScope, names: UnionNames): Statement {
  const { cases, tagging } = at.declaration.shape
  const name = names.unknown
  const text = docs(`${capital(linked(names.type))} of a kind that this version does not know.`)
  if (cases.every((member) => member.payload) || !tagsAreKeys(tagging)) {
    // Nothing was checked, not even the shared fields.
    const shared = at.view.names.has('Partial') ? [] : sharedName(at, names)
    const heritage = shared.map((each) => `Partial<${each}>`)
    const properties = [indexSignature('unknown')]
    return exportedInterface({ name, docs: text, extends: heritage, properties })
  }
  return exportedType({ name, docs: text, type: 'string | { [key: string]: unknown }' })
}
