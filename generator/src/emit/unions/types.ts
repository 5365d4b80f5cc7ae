import type { UnionNames } from '../../model/exported-names.js'
import type { Case, Shape, Union } from '../../model/shape.js'
import { wireLayout, wireTag } from '../../model/union.js'
import { seeTag } from '../package-view.js'
import { type Doc, docBlock, docOf, inCode, linked } from '../typescript/doc.js'
import { interfaceHead } from '../typescript/function-text.js'
import {
  around,
  intersectionOf,
  type Layout,
  typeArguments,
  unionOf,
  word,
} from '../typescript/layout.js'
import { aliasText, caseLayout, fieldsText, shapeLayout } from '../typescript/shape-text.js'
import { literal, propertyKey, stringLiteral } from '../typescript/text.js'
import type { UnionView } from './union-view.js'

const RUNTIME = '@tagwire/runtime/union'

export function unionType({ declaration }: UnionView, names: UnionNames): string {
  const members = declaration.shape.cases.map((member) => word(names.of(member).type))
  const all = declaration.nullable ? [...members, word('null')] : members
  return docBlock(docOf(declaration, seeTag(declaration))) + aliasText(names.type, unionOf(all))
}

/**
 * Where some member only travels one way, what is sent has a type of its own. It is never told apart,
 * so its members need no names; but two keys in one value are as wrong there.
 */
export function inputType(at: UnionView, names: UnionNames): string[] {
  const { view, scope, declaration } = at
  const input = view.twoSided.get(declaration.name)
  if (input === undefined) return []
  const doc = docBlock({ text: `What is sent as ${linked(declaration.name)}.` })
  const { shape, nullable } = declaration
  const members = shape.cases.map((member) => {
    const laid = caseLayout(shape, member, scope.sent)
    const only = member.payload ? onlyOf(at, names, member) : []
    return only.length === 0 ? laid : around('(', intersectionOf([laid, ...only]), ')')
  })
  const sent = unionOf(nullable ? [...members, word('null')] : members)
  return [doc + aliasText(input, sent)]
}

export function kindType({ declaration }: UnionView, names: UnionNames): string {
  const kinds = declaration.shape.cases.map((member) => word(literal(wireTag(member))))
  const doc: Doc = { text: `The kinds of ${linked(names.type)} that this version knows.` }
  return docBlock(doc) + aliasText(names.kind, unionOf(kinds))
}

export function sharedType({ scope, declaration }: UnionView, names: UnionNames): string[] {
  const { common } = declaration.shape
  if (common.length === 0) return []
  const body = fieldsText(common, undefined, scope.received, 2)
  const doc: Doc = { text: `What every {@link ${names.type}} has beside its kind.` }
  return [`${docBlock(doc)}export interface ${names.shared} {\n${body}}\n`]
}

export function caseType(at: UnionView, names: UnionNames, member: Case): string {
  const { type } = names.of(member)
  const { text = caseSummary(names, member), tags } = docOf(member)
  const doc = docBlock({ text, ...(tags ? { tags } : {}) })
  const laid = wireLayout(at.declaration.shape, member)
  if (laid.kind === 'unit') return doc + aliasText(type, word(stringLiteral(laid.value)))
  if (laid.kind === 'plain')
    return doc + aliasText(type, shapeLayout(laid.payload, at.scope.received))
  if (laid.kind === 'named') return doc + namedCase(at, names, type, laid)
  const common = new Set(at.declaration.shape.common.map((field) => field.name))
  const own = laid.fields.filter((field) => !common.has(field.name))
  const body = fieldsText(own, laid.rest, at.scope.received, 2)
  return `${doc}${interfaceHead(type, heritageOf(at, names, member))}\n${body}}\n`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function caseSummary(names: UnionNames, member: Case): string {
  return `${capital(linked(names.type))} of the kind \`${inCode(member.tag)}\`.`
}

function heritageOf(at: UnionView, names: UnionNames, member: Case): Layout[] {
  const shared = at.declaration.shape.common.length > 0 ? [word(names.shared)] : []
  return [...shared, ...onlyOf(at, names, member)]
}

/** What forbids the keys of the other members. */
function onlyOf({ scope, declaration }: UnionView, names: UnionNames, member: Case): Layout[] {
  const { shape } = declaration
  if (shape.tagging.style !== 'key' || keysOf(shape).length < 2) return []
  const only = scope.imports.type('Only', RUNTIME)
  return [typeArguments(only, [stringLiteral(member.tag), names.kind].map(word))]
}

/** Kinds that are keys on the wire: a case without payload is a bare string. */
function keysOf(union: Union): Case[] {
  return union.cases.filter((member) => member.payload !== undefined)
}

function namedCase(
  at: UnionView,
  names: UnionNames,
  type: string,
  laid: Extract<ReturnType<typeof wireLayout>, { kind: 'named' }>,
): string {
  const payload = shapeLayout(laid.payload, at.scope.received)
  const shared = at.declaration.shape.common.length > 0 ? [word(names.shared)] : []
  const tag = `{ ${propertyKey(laid.tag.name)}: ${literalOf(laid.tag.shape)} }`
  return aliasText(type, intersectionOf([payload, word(tag), ...shared]))
}

function literalOf(shape: Shape): string {
  return literal(shape.kind === 'literal' ? shape.value : '')
}

export function unknownType({ declaration }: UnionView, names: UnionNames): string {
  const { common, cases } = declaration.shape
  const doc = docBlock({
    text: `${capital(linked(names.type))} of a kind that this version does not know.`,
  })
  const heritage = common.length > 0 ? [word(names.shared)] : []
  if (cases.every((member) => member.payload) || declaration.shape.tagging.style !== 'key') {
    return `${doc}${interfaceHead(names.unknown, heritage)}\n  [key: string]: unknown\n}\n`
  }
  return `${doc}export type ${names.unknown} = string | { [key: string]: unknown }\n`
}
