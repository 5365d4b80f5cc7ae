import type { UnionNames } from '../../model/exported-names.js'
import type { Case, RecordShape } from '../../model/shape.js'
import { wireTag } from '../../model/union.js'
import { docBlock, inCode, linked } from '../typescript/doc.js'
import { functionText } from '../typescript/function-text.js'
import {
  around,
  type Layout,
  labelled,
  objectOf,
  typeArguments,
  unionOf,
  word,
} from '../typescript/layout.js'
import { shapeLayout } from '../typescript/shape-text.js'
import { LINE_WIDTH, literal, objectKey, stringLiteral } from '../typescript/text.js'
import type { UnionView } from './union-view.js'

const RUNTIME = '@tagwire/runtime/union'

/** `operationTransfer(payload, shared)`: makes one variant. */
export function constructorText(at: UnionView, names: UnionNames, member: Case): string {
  const { make, type } = names.of(member)
  const doc = docBlock({
    text: `Makes ${linked(names.type)} of the kind \`${inCode(member.tag)}\`.`,
  })
  const { tagging } = at.declaration.shape
  const tag = literal(wireTag(member))
  const payload = payloadOf(at, names, member, type)
  const shared = sharedParameter(at, names)
  const parameters = [...(payload ? [labelled('payload', payload)] : []), ...shared]
  const spread = shared.length > 0 ? ['...shared'] : []
  const members = ((): string[] => {
    if (tagging.style === 'property') {
      return [
        ...(payload ? ['...payload'] : []),
        ...spread,
        `${objectKey(tagging.property)}: ${tag}`,
      ]
    }
    if (tagging.style === 'pair') {
      const content = payload ? [`${objectKey(tagging.content)}: payload`] : []
      return [...spread, `${objectKey(tagging.property)}: ${tag}`, ...content]
    }
    return [...spread, `${objectKey(member.tag)}: payload`]
  })()
  const unit = tagging.style === 'key' && member.payload === undefined
  const body = unit ? `return ${tag}` : around('return ', objectOf(members.map(word)), '')
  return doc + functionText({ name: make, parameters: unit ? [] : parameters, result: type, body })
}

function payloadOf(
  at: UnionView,
  names: UnionNames,
  member: Case,
  type: string,
): Layout | undefined {
  const { tagging } = at.declaration.shape
  if (member.payload === undefined) return undefined
  if (tagging.style !== 'property') {
    const { flat } = shapeLayout(member.payload, at.scope.received)
    const key = tagging.style === 'pair' ? tagging.content : member.tag
    return word(flat ?? `${type}[${stringLiteral(key)}]`)
  }
  const record = recordOf(at, member)
  // `Omit` forgets the named fields of a type that also has an index signature.
  if (!record || record.rest || at.view.names.has('Omit')) return word(type)
  const { common } = at.declaration.shape
  const shared =
    common.length > 3 ? [`keyof ${names.shared}`] : common.map((field) => stringLiteral(field.name))
  const left = [stringLiteral(tagging.property), ...shared]
  return typeArguments('Omit', [word(type), unionOf(left.map(word))])
}

function recordOf(at: UnionView, member: Case): RecordShape | undefined {
  const { payload } = member
  if (payload?.kind === 'record') return payload
  if (payload?.kind !== 'reference') return undefined
  const found = at.view.model.declarations.find((each) => each.name === payload.name)
  return found?.shape.kind === 'record' ? found.shape : undefined
}

/** Without the keys of the union: a whole other value must not pass for what is shared. */
function sharedType(at: UnionView, names: UnionNames): string {
  const { tagging, cases } = at.declaration.shape
  if (tagging.style !== 'key' || cases.every((member) => member.payload === undefined)) {
    return names.shared
  }
  const only = `${at.scope.imports.type('Only', RUNTIME)}<never, ${names.kind}>`
  const flat = `${names.shared} & ${only}`
  return flat.length + '  shared: ,'.length <= LINE_WIDTH ? flat : `${names.shared} &\n    ${only}`
}

function sharedParameter(at: UnionView, names: UnionNames): string[] {
  const { common } = at.declaration.shape
  if (common.length === 0) return []
  const needed = common.some((field) => field.required)
  const type = sharedType(at, names)
  return [needed ? `shared: ${type}` : `shared: ${type} = {}`]
}
