import {
  type FallbackArms,
  fallbackArms,
  type TaggedDeclaration,
  type UnionNames,
} from '../../model/exported-names.js'
import { declarationNamed } from '../../model/find.js'
import { freeName } from '../../model/names.js'
import { isNullPayload } from '../../model/rules/null.js'
import type { Case } from '../../model/shapes/union.js'
import { defaultKind, impliedKinds, wireTag } from '../../model/shapes/union.js'
import type { PackageView } from '../../view/package-view.js'
import { UNION } from '../runtime-entries.js'
import { docs, inCode, linked } from '../typescript/doc.js'
import { constant, exportedFunction, type Statement } from '../typescript/structures.js'
import { literal, stringLiteral } from '../typescript/text.js'
import { listText, optionalTexts } from '../typescript/value-text.js'
import { kindedType, resultName, type UnionScope } from './union-scope.js'

/** `const operationTags = …`: how the kinds are distinguished. */
export function tagsConstant(at: UnionScope, names: UnionNames): Statement {
  const { shape } = at.declaration
  const { tagging } = shape
  const other = defaultKind(shape.cases)
  const kinds = listText(shape.cases.map((member) => literal(wireTag(member))))
  const make = (maker: string, args: readonly string[]): Statement => {
    const call = `${at.scope.imports.value(maker, UNION)}(${args.join(', ')})`
    return constant({ name: names.tags, value: `/*@__PURE__*/ ${call}` })
  }
  switch (tagging.style) {
    case 'property':
      return make('propertyTags', [
        stringLiteral(tagging.property),
        kinds,
        ...optionalTexts(impliedKinds(shape.cases), other && wireTag(other)),
      ])
    case 'pair':
      return make('pairTags', [
        stringLiteral(tagging.property),
        stringLiteral(tagging.content),
        kinds,
      ])
    case 'key':
      return make('keyTags', [kinds, ...keyOptions(at.view, at.declaration)])
  }
}

function keyOptions({ model }: PackageView, { shape, rule }: TaggedDeclaration): string[] {
  const ruleOf = (name: string) => declarationNamed(model.declarations, name)?.rule
  const units = shape.cases.filter((member) => member.payload === undefined)
  const nullable = shape.cases.filter((member) => isNullPayload(rule, member.tag, ruleOf))
  const option = (name: string, cases: readonly Case[]): string[] => {
    if (cases.length === 0) return []
    return [`${name}: ${listText(cases.map((member) => stringLiteral(member.tag)))}`]
  }
  const options = [...option('units', units), ...option('nullable', nullable)]
  return options.length > 0 ? [`{ ${options.join(', ')} }`] : []
}

const VALUE = [{ name: 'value', type: 'unknown' }]

export function kindFunction(names: UnionNames): Statement {
  return exportedFunction({
    name: names.kindOf,
    docs: docs(
      `The kind of ${linked(names.type)}, or \`undefined\` when this version does not know it.`,
    ),
    parameters: VALUE,
    returnType: `${names.kind} | undefined`,
    statements: [`return ${names.tags}.kind(value)`],
  })
}

export function guardFunction(at: UnionScope, names: UnionNames): Statement {
  return exportedFunction({
    name: names.guard,
    docs: docs(`Whether a value is ${linked(names.type)} of exactly one known kind.`),
    parameters: VALUE,
    returnType: `value is ${kindedType(at, names)}`,
    statements: [`return ${names.tags}.kind(value) !== undefined`],
  })
}

export function caseGuard(names: UnionNames, member: Case): Statement {
  const { guard, type } = names.of(member)
  return exportedFunction({
    name: guard,
    docs: docs(`Whether a value is ${linked(names.type)} of the kind \`${inCode(member.tag)}\`.`),
    parameters: VALUE,
    returnType: `value is ${type}`,
    statements: [`return ${names.tags}.is(value, ${literal(wireTag(member))})`],
  })
}

export function matchFunction(at: UnionScope, names: UnionNames): Statement {
  const { imports } = at.scope
  const fallbacks = fallbackArms(at.declaration.shape)
  const { unknown, otherwise } = fallbacks
  const match = imports.value('match', UNION)
  const matchType = imports.type('Match', UNION)
  const matched = imports.type('Matched', UNION)
  const result = resultName(at)
  const given = freeName('Given', at.view.names)
  const kinded = kindedType(at, names)
  const hinted = `${imports.type('Hint', UNION)}<${given}, ${result}>`
  const rest = `(value: ${kinded} | ${names.unknown}) => ${hinted}`
  const renamed = otherwise === 'otherwise' ? [] : [stringLiteral(otherwise)]
  const arms = [given, `${names.arms}<${hinted}>`, rest, ...renamed]
  return exportedFunction({
    name: names.match,
    docs: docs(
      `Calls the function for the kind of ${linked(names.type)}. Pass one for every kind and one ` +
        `for \`${unknown}\`, or only some and \`${otherwise}\` for the rest. They may return different types.`,
    ),
    typeParameters: [`${result} = unknown`, `${given} extends object = never`],
    parameters: [
      { name: 'value', type: kinded },
      { name: 'arms', type: `${matchType}<${arms.join(', ')}>` },
    ],
    returnType: `${matched}<${given}, ${result}>`,
    statements: [`return ${match}(${names.tags}, value, arms${fallbackArgument(fallbacks)})`],
  })
}

/** Only needed if a kind has the name of a fallback arm. */
function fallbackArgument({ unknown, otherwise }: FallbackArms): string {
  if (unknown === 'unknown' && otherwise === 'otherwise') return ''
  return `, { unknown: ${stringLiteral(unknown)}, otherwise: ${stringLiteral(otherwise)} }`
}
