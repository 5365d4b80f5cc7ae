import { fallbackArms, type UnionNames } from '../../model/exported-names.js'
import type { Case } from '../../model/shape.js'
import { docBlock, linked } from '../typescript/doc.js'
import { functionType, type Layout, print, word } from '../typescript/layout.js'
import { shapeLayout } from '../typescript/shape-text.js'
import { propertyKey, stringLiteral } from '../typescript/text.js'
import { resultName, type UnionView } from './union-view.js'

export function armsType(at: UnionView, names: UnionNames): string {
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
