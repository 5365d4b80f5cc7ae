import {
  type CaseNames,
  type FallbackArms,
  fallbackArms,
  type TaggedDeclaration,
  taggedIn,
  type UnionNames,
  unionNames,
} from '../model/exports.js'
import type { Case, Shape, Union } from '../model/shape.js'
import { lay, wireTag } from '../model/union.js'
import {
  type EmittedFile,
  type ModuleScope,
  moduleScope,
  moduleText,
  type PackageView,
  seeTag,
} from './package-view.js'
import { type Doc, docBlock, docOf, inCode, linked } from './typescript/doc.js'
import { callText, functionText, interfaceHead } from './typescript/function-text.js'
import { freeName } from './typescript/imports.js'
import {
  around,
  arrayOf,
  callOf,
  functionType,
  intersectionOf,
  type Layout,
  labelled,
  objectOf,
  print,
  typeArguments,
  unionOf,
  word,
} from './typescript/layout.js'
import { aliasText, caseLayout, fieldsText, shapeLayout } from './typescript/shape-text.js'
import { literal, propertyKey, stringLiteral } from './typescript/text.js'
import { constructorText } from './union-constructors.js'

const RUNTIME = '@tagwire/runtime/union'

/** Tagged unions: their types, and the functions that tell the variants apart and make them. */
export function emitUnions(view: PackageView): EmittedFile | undefined {
  const unions = taggedIn(view.model.declarations)
  if (unions.length === 0) return undefined
  const tags = unions.map((each) => unionNames(each).tags)
  const scope = moduleScope(view, 'unions', tags)
  const blocks = unions.flatMap((declaration) => unionBlocks({ view, scope, declaration }))
  return { path: 'src/unions.ts', text: moduleText(view, scope, blocks) }
}

export interface UnionView {
  readonly view: PackageView
  readonly scope: ModuleScope
  readonly declaration: TaggedDeclaration
}

function unionBlocks(at: UnionView): string[] {
  const names = unionNames(at.declaration)
  const { cases } = at.declaration.shape
  return [
    unionType(at, names),
    ...inputType(at, names),
    kindType(at, names),
    ...sharedType(at, names),
    ...cases.map((member) => caseType(at, names, member)),
    unknownType(at, names),
    armsType(at, names),
    tagsConstant(at, names),
    kindFunction(at, names),
    guardFunction(at, names),
    ...cases.map((member) => caseGuard(at, names, member)),
    matchFunction(at, names),
    ...cases.map((member) => constructorText(at, names, member)),
  ]
}

// types

function unionType({ declaration }: UnionView, names: UnionNames): string {
  const members = declaration.shape.cases.map((member) => word(names.of(member).type))
  const all = declaration.nullable ? [...members, word('null')] : members
  return docBlock(docOf(declaration, seeTag(declaration))) + aliasText(names.type, unionOf(all))
}

/** The type of what has a kind: `null` has none. */
function kindedType({ view, declaration }: UnionView, names: UnionNames): string {
  if (!declaration.nullable) return names.type
  if (!view.names.has('NonNullable')) return `NonNullable<${names.type}>`
  return declaration.shape.cases.map((member) => names.of(member).type).join(' | ')
}

/**
 * Where some member only travels one way, what is sent has a type of its own. It is never told apart,
 * so its members need no names; but two keys in one value are as wrong there.
 */
function inputType(at: UnionView, names: UnionNames): string[] {
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

function kindType({ declaration }: UnionView, names: UnionNames): string {
  const kinds = declaration.shape.cases.map((member) => word(literal(wireTag(member))))
  const doc: Doc = { text: `The kinds of ${linked(names.type)} that this version knows.` }
  return docBlock(doc) + aliasText(names.kind, unionOf(kinds))
}

function sharedType({ scope, declaration }: UnionView, names: UnionNames): string[] {
  const { common } = declaration.shape
  if (common.length === 0) return []
  const body = fieldsText(common, undefined, scope.received, 2)
  const doc: Doc = { text: `What every {@link ${names.type}} has beside its kind.` }
  return [`${docBlock(doc)}export interface ${names.shared} {\n${body}}\n`]
}

function caseType(at: UnionView, names: UnionNames, member: Case): string {
  const { type } = names.of(member)
  const { text = caseSummary(names, member), tags } = docOf(member)
  const doc = docBlock({ text, ...(tags ? { tags } : {}) })
  const laid = lay(at.declaration.shape, member)
  if (laid.kind === 'unit') return doc + aliasText(type, word(stringLiteral(laid.value)))
  if (laid.kind === 'plain')
    return doc + aliasText(type, shapeLayout(laid.payload, at.scope.received))
  if (laid.kind === 'named') return doc + namedCase(at, names, type, laid)
  const common = new Set(at.declaration.shape.common.map((field) => field.name))
  const own = laid.fields.filter((field) => !common.has(field.name))
  const body = fieldsText(own.map(withoutDoc), laid.rest, at.scope.received, 2)
  return `${doc}${interfaceHead(type, heritageOf(at, names, member))}\n${body}}\n`
}

/** The member's own comment already says what its one field is. */
function withoutDoc<Described extends { readonly doc?: string }>(field: Described): Described {
  const { doc: _, ...rest } = field
  return { ...field, ...rest }
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
  laid: Extract<ReturnType<typeof lay>, { kind: 'named' }>,
): string {
  const payload = shapeLayout(laid.payload, at.scope.received)
  const shared = at.declaration.shape.common.length > 0 ? [word(names.shared)] : []
  const tag = `{ ${propertyKey(laid.tag.name)}: ${literalOf(laid.tag.shape)} }`
  return aliasText(type, intersectionOf([payload, word(tag), ...shared]))
}

function literalOf(shape: Shape): string {
  return literal(shape.kind === 'literal' ? shape.value : '')
}

function unknownType({ declaration }: UnionView, names: UnionNames): string {
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

function armsType(at: UnionView, names: UnionNames): string {
  const arms = at.declaration.shape.cases.map((member) => {
    const head = `  ${propertyKey(member.tag)}:`
    const type = armLayout(at, names, member)
    return `${head} ${print(type, 2, head.length + 1)}\n`
  })
  const doc = docBlock({ text: `One function for each kind of ${linked(names.type)}.` })
  const { unknown } = fallbackArms(at.declaration.shape)
  const result = resultName(at)
  const fallback = `  /** What this version does not know. */\n  ${unknown}: (value: ${names.unknown}) => ${result}\n`
  return `${doc}export interface ${names.arms}<${result}> {\n${arms.join('')}\n${fallback}}\n`
}

/** The type parameter of `match`; a schema may be called `Result` too. */
function resultName({ view }: UnionView): string {
  return freeName('Result', view.names)
}

function armLayout(at: UnionView, names: UnionNames, member: Case): Layout {
  const parameters = [
    `payload: ${payloadText(at, names, member)}`,
    `value: ${names.of(member).type}`,
  ]
  return functionType(parameters.map(word), resultName(at))
}

function payloadText({ scope, declaration }: UnionView, names: UnionNames, member: Case): string {
  if (declaration.shape.tagging.style === 'property') return names.of(member).type
  if (member.payload === undefined) return 'undefined'
  const { flat } = shapeLayout(member.payload, scope.received)
  // A payload spelled out in place has no name; the member's type has it under its key.
  const key =
    declaration.shape.tagging.style === 'pair' ? declaration.shape.tagging.content : member.tag
  return flat ?? `${names.of(member).type}[${stringLiteral(key)}]`
}

// functions

function tagsConstant({ view, scope, declaration }: UnionView, names: UnionNames): string {
  const { tagging, cases } = declaration.shape
  const kinds = arrayOf(cases.map((member) => literal(wireTag(member))))
  const make = (name: string, args: readonly Layout[]): string => {
    const maker = scope.imports.value(name, RUNTIME)
    return `${callText(`const ${names.tags} = /*@__PURE__*/ ${maker}`, args)}\n`
  }
  const places = (...texts: readonly string[]): Layout[] =>
    texts.map((each) => word(stringLiteral(each)))
  if (tagging.style === 'property')
    return make('propertyTags', [...places(tagging.property), kinds])
  if (tagging.style === 'pair') {
    return make('pairTags', [...places(tagging.property, tagging.content), kinds])
  }
  return make('keyTags', [kinds, ...keyOptions(view, declaration.shape)])
}

function keyOptions(view: PackageView, union: Union): Layout[] {
  const units = union.cases.filter((member) => member.payload === undefined)
  const nullable = union.cases.filter(
    (member) => member.payload && admitsNull(view, member.payload),
  )
  const list = (name: string, cases: readonly Case[]): Layout[] => {
    if (cases.length === 0) return []
    return [labelled(name, arrayOf(cases.map((member) => stringLiteral(member.tag))))]
  }
  const parts = [...list('units', units), ...list('nullable', nullable)]
  return parts.length > 0 ? [objectOf(parts)] : []
}

function admitsNull(view: PackageView, shape: Shape): boolean {
  if (shape.kind === 'reference') {
    const target = view.model.declarations.find((each) => each.name === shape.name)
    return target !== undefined && admitsNull(view, target.shape)
  }
  return shape.kind === 'nullable' || (shape.kind === 'scalar' && shape.type === 'null')
}

function kindFunction(_: UnionView, names: UnionNames): string {
  const doc = docBlock({
    text: `The kind of ${linked(names.type)}, or \`undefined\` when this version does not know it.`,
  })
  return (
    doc +
    functionText({
      name: names.kindOf,
      parameters: ['value: unknown'],
      result: `${names.kind} | undefined`,
      body: `return ${names.tags}.kind(value)`,
    })
  )
}

function guardFunction(at: UnionView, names: UnionNames): string {
  const doc = docBlock({
    text: `Whether a value is ${linked(names.type)} of exactly one known kind.`,
  })
  return (
    doc +
    functionText({
      name: names.guard,
      parameters: ['value: unknown'],
      result: `value is ${kindedType(at, names)}`,
      body: `return ${names.tags}.kind(value) !== undefined`,
    })
  )
}

function caseGuard(_: UnionView, names: UnionNames, member: Case): string {
  const { guard, type }: CaseNames = names.of(member)
  const doc = docBlock({
    text: `Whether a value is ${linked(names.type)} of the kind \`${inCode(member.tag)}\`.`,
  })
  return (
    doc +
    functionText({
      name: guard,
      parameters: ['value: unknown'],
      result: `value is ${type}`,
      body: callOf(`return ${names.tags}.is`, [word('value'), word(literal(wireTag(member)))]),
    })
  )
}

function matchFunction(at: UnionView, names: UnionNames): string {
  const { scope, declaration } = at
  const fallbacks = fallbackArms(declaration.shape)
  const { unknown, otherwise } = fallbacks
  const doc = docBlock({
    text:
      `Calls the function for the kind of ${linked(names.type)}. Give one for every kind and one ` +
      `for \`${unknown}\`, or fewer and an \`${otherwise}\` for the rest.`,
  })
  const match = scope.imports.value('match', RUNTIME)
  const matchType = scope.imports.type('Match', RUNTIME)
  const result = resultName(at)
  const kinded = kindedType(at, names)
  const rest = functionType([word(`value: ${kinded} | ${names.unknown}`)], result)
  const renamed = otherwise === 'otherwise' ? [] : [word(stringLiteral(otherwise))]
  const armTypes = [word(`${names.arms}<${result}>`), rest, ...renamed]
  return (
    doc +
    functionText({
      name: `${names.match}<${result}>`,
      parameters: [`value: ${kinded}`, labelled('arms', typeArguments(matchType, armTypes))],
      result,
      body: `return ${match}(${names.tags}, value, arms${fallbackArgument(fallbacks)})`,
    })
  )
}

/** Only said where a kind has taken one of the usual names. */
function fallbackArgument({ unknown, otherwise }: FallbackArms): string {
  if (unknown === 'unknown' && otherwise === 'otherwise') return ''
  return `, { unknown: ${stringLiteral(unknown)}, otherwise: ${stringLiteral(otherwise)} }`
}
