import { type UnionNames, unionNames } from '../../model/exported-names.js'
import { tagsAreKeys } from '../../model/shapes/tagging.js'
import type { Case } from '../../model/shapes/union.js'
import { wireLayout, wireTag } from '../../model/shapes/union.js'
import { recordOf, redescribedFields } from '../../view/union-fields.js'
import { UNION } from '../runtime-entries.js'
import { docs, inCode, linked } from '../typescript/doc.js'
import { exportedFunction, type Parameter, type Statement } from '../typescript/structures.js'
import { literal, objectKey, stringLiteral } from '../typescript/text.js'
import { intersectionOf, unionOf, visibleFields } from '../typescript/type-text.js'
import { payloadType, sharedWithout, type UnionScope } from './union-scope.js'

/** A function for each variant that constructs it: `operationTransfer(payload, shared)`. */
export function constructorFunctions(at: UnionScope): Statement[] {
  const names = unionNames(at.declaration)
  return at.declaration.shape.cases.map((member) => constructorFunction(at, names, member))
}

function constructorFunction(at: UnionScope, names: UnionNames, member: Case): Statement {
  const { make, type } = names.of(member)
  const isUnit = wireLayout(at.declaration.shape, member).kind === 'unit'
  // The default of a discriminator has its tag and shared fields in its payload.
  const shared = isUnit || member.otherwise ? [] : sharedParameter(at, names, member)
  const payload = payloadParameter(at, names, member)
  return exportedFunction({
    name: make,
    docs: docs(`Creates ${linked(names.type)} of the kind \`${inCode(member.tag)}\`.`),
    parameters: [...payload, ...shared],
    returnType: type,
    statements: [
      `return ${isUnit ? literal(wireTag(member)) : objectOf(at, member, shared.length > 0)}`,
    ],
  })
}

function objectOf({ declaration }: UnionScope, member: Case, hasShared: boolean): string {
  const { tagging } = declaration.shape
  const tag = literal(wireTag(member))
  if (member.otherwise) return 'payload'
  const hasPayload = member.payload !== undefined
  const shared = hasShared ? ['...shared'] : []
  switch (tagging.style) {
    case 'property': {
      const payload = hasPayload ? ['...payload'] : []
      return inBraces([...payload, ...shared, `${objectKey(tagging.property)}: ${tag}`])
    }
    case 'pair': {
      const content = hasPayload ? [`${objectKey(tagging.content)}: payload`] : []
      return inBraces([...shared, `${objectKey(tagging.property)}: ${tag}`, ...content])
    }
    case 'key':
      return inBraces([...shared, `${objectKey(member.tag)}: payload`])
  }
}

function inBraces(members: readonly string[]): string {
  return `{ ${members.join(', ')} }`
}

function payloadParameter(at: UnionScope, names: UnionNames, member: Case): Parameter[] {
  if (member.payload === undefined) return []
  return [{ name: 'payload', type: parameterType(at, names, member) }]
}

function parameterType(at: UnionScope, names: UnionNames, member: Case): string {
  if (member.otherwise) return names.of(member).type
  const { tagging } = at.declaration.shape
  switch (tagging.style) {
    case 'property':
      return ownFields(at, names, member, tagging.property)
    case 'key':
    case 'pair':
      return payloadType(at, names, member)
  }
}

/** Up to this number, the fields are listed; beyond it, the omitted ones are, which is shorter. */
const FEW = 4

/** The type of a member without the fields that the constructor adds. */
function ownFields(at: UnionScope, names: UnionNames, member: Case, tag: string): string {
  const { type } = names.of(member)
  const record = recordOf(at.view, member)
  const { names: taken } = at.view
  // Both lose the named fields of a type with an index signature.
  if (!record || record.rest || taken.has('Omit')) return type
  const { common } = at.declaration.shape
  // What the member describes in its own way is its own field, of the type that both descriptions allow.
  const again = redescribedFields(at.view, at.declaration, member)
  const shared = common.map(({ name }) => name).filter((name) => !again.includes(name))
  const added = new Set([tag, ...shared])
  const { payload } = member
  // Of the schema, not of the variant: the compiler works it out once for all unions with this member.
  const isWhole = payload?.kind === 'reference' && again.length === 0
  const whole = isWhole ? at.scope.received.refer(payload.name) : type
  const own = visibleFields(record.fields, at.scope.received).filter(({ name }) => !added.has(name))
  if (own.length > 0 && own.length <= FEW && !taken.has('Pick')) {
    return `Pick<${whole}, ${unionOf(own.map(({ name }) => stringLiteral(name)))}>`
  }
  const isShort = shared.length <= 3 || again.length > 0
  const omitted = isShort ? shared.map((name) => stringLiteral(name)) : [`keyof ${names.shared}`]
  return `Omit<${whole}, ${unionOf([stringLiteral(tag), ...omitted])}>`
}

function sharedParameter(at: UnionScope, names: UnionNames, member: Case): Parameter[] {
  const { common, tagging, cases } = at.declaration.shape
  const again = redescribedFields(at.view, at.declaration, member)
  const shared = sharedWithout(at, names, again)
  if (shared === undefined) return []
  const isNeeded = common.some(({ name, required }) => required && !again.includes(name))
  // Without the keys of the union, so that a whole value is not accepted as shared fields.
  const hasKeys = tagsAreKeys(tagging) && cases.some(({ payload }) => payload !== undefined)
  const only = hasKeys ? [`${at.scope.imports.type('Only', UNION)}<never, ${names.kind}>`] : []
  const type = intersectionOf([shared, ...only])
  return [{ name: 'shared', type, ...(isNeeded ? {} : { initializer: '{}' }) }]
}
