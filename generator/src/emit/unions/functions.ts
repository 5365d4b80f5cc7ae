import {
  type CaseNames,
  type FallbackArms,
  fallbackArms,
  type TaggedDeclaration,
  type UnionNames,
} from '../../model/exported-names.js'
import { isNullPayload } from '../../model/rule-null.js'
import type { Case } from '../../model/shape.js'
import { wireTag } from '../../model/union.js'
import type { PackageView } from '../package-view.js'
import { docBlock, inCode, linked } from '../typescript/doc.js'
import { callText, functionText } from '../typescript/function-text.js'
import {
  arrayOf,
  callOf,
  functionType,
  type Layout,
  labelled,
  objectOf,
  typeArguments,
  word,
} from '../typescript/layout.js'
import { literal, stringLiteral } from '../typescript/text.js'
import { givenName, kindedType, resultName, type UnionView } from './union-view.js'

const RUNTIME = '@tagwire/runtime/union'

export function tagsConstant({ view, scope, declaration }: UnionView, names: UnionNames): string {
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
  return make('keyTags', [kinds, ...keyOptions(view, declaration)])
}

function keyOptions({ model }: PackageView, { shape, rule }: TaggedDeclaration): Layout[] {
  const ruleOf = (name: string) => model.declarations.find((each) => each.name === name)?.rule
  const units = shape.cases.filter((member) => member.payload === undefined)
  const nullable = shape.cases.filter((member) => isNullPayload(rule, member.tag, ruleOf))
  const list = (name: string, cases: readonly Case[]): Layout[] => {
    if (cases.length === 0) return []
    return [labelled(name, arrayOf(cases.map((member) => stringLiteral(member.tag))))]
  }
  const parts = [...list('units', units), ...list('nullable', nullable)]
  return parts.length > 0 ? [objectOf(parts)] : []
}

export function kindFunction(_: UnionView, names: UnionNames): string {
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

export function guardFunction(at: UnionView, names: UnionNames): string {
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

export function caseGuard(_: UnionView, names: UnionNames, member: Case): string {
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

export function matchFunction(at: UnionView, names: UnionNames): string {
  const { scope, declaration } = at
  const fallbacks = fallbackArms(declaration.shape)
  const { unknown, otherwise } = fallbacks
  const doc = docBlock({
    text:
      `Calls the function for the kind of ${linked(names.type)}. Give one for every kind and one ` +
      `for \`${unknown}\`, or fewer and an \`${otherwise}\` for the rest. Arms may return different types.`,
  })
  const match = scope.imports.value('match', RUNTIME)
  const [matchType, matched, hint] = ['Match', 'Matched', 'Hint'].map((name) =>
    scope.imports.type(name, RUNTIME),
  )
  const result = resultName(at)
  const given = givenName(at)
  const kinded = kindedType(at, names)
  const hinted = `${hint}<${given}, ${result}>`
  const rest = functionType([word(`value: ${kinded} | ${names.unknown}`)], hinted)
  const renamed = otherwise === 'otherwise' ? [] : [word(stringLiteral(otherwise))]
  const armTypes = [word(given), word(`${names.arms}<${hinted}>`), rest, ...renamed]
  return (
    doc +
    functionText({
      name: names.match,
      typeParameters: [`${result} = unknown`, `${given} extends object = never`],
      parameters: [
        `value: ${kinded}`,
        labelled('arms', typeArguments(String(matchType), armTypes)),
      ],
      result: `${matched}<${given}, ${result}>`,
      body: `return ${match}(${names.tags}, value, arms${fallbackArgument(fallbacks)})`,
    })
  )
}

/** Only said where a kind has taken one of the usual names. */
function fallbackArgument({ unknown, otherwise }: FallbackArms): string {
  if (unknown === 'unknown' && otherwise === 'otherwise') return ''
  return `, { unknown: ${stringLiteral(unknown)}, otherwise: ${stringLiteral(otherwise)} }`
}
