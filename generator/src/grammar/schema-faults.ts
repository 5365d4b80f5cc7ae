import type { Report } from '../diagnostics/diagnostic.js'
import { valueText } from '../diagnostics/value-text.js'
import { VALUE_NAMES } from '../model/enum-members.js'
import { matchesType } from '../model/json.js'
import { escapeToken, parsePointer } from '../model/pointer.js'
import type { Document } from '../source/document.js'
import { items, member, members, type Node, text, valueAt } from '../source/node.js'
import { checkSchemaExamples } from './example-faults.js'
import { checkMisplacedKeywords } from './misplaced-keywords.js'
import { checkUnmatchedMembers } from './unmatched-members.js'
import { checkBoundlessFlags } from './version-mixtures.js'

/** Checks of a schema beyond the forms of its keywords. */
export function checkSchema(schema: Node, report: Report, document: Document): void {
  checkItems(schema, report, document)
  checkBounds(schema, report)
  checkBoundlessFlags(schema, report)
  checkEnum(schema, report)
  checkMisplacedKeywords(schema, report)
  checkUnmatchedMembers(schema, report, document)
  checkSchemaExamples(schema, report, document)
  const required = member(schema, 'required')
  if (required) checkRequiredForm(schema, required, report)
  for (const keyword of ['enum', 'const']) {
    const node = member(schema, keyword)
    if (node) checkNumbers(document, node, keyword, report)
  }
  const standard = member(schema, 'default')
  if (standard) checkNumbers(document, standard, 'default', report)
}

/** With fewer, it may be an ordinary object. */
const MIN_VARIANTS = 4

const BOUNDS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const

function checkBounds(schema: Node, report: Report): void {
  for (const [low, high] of BOUNDS) {
    const least = member(schema, low)
    const most = member(schema, high)
    if (typeof least?.value !== 'number' || typeof most?.value !== 'number') continue
    if (least.value <= most.value) continue
    report({
      code: 'TW2012',
      severity: 'warning',
      message: `no value fits: \`${low}\` is ${least.value}, and \`${high}\` is ${most.value}`,
      at: least.source,
    })
  }
}

function checkEnum(schema: Node, report: Report): void {
  const list = member(schema, 'enum')
  const values = items(list)
  if (list && Array.isArray(list.value) && values.length === 0) {
    report({
      code: 'TW2012',
      severity: 'warning',
      message: 'no value fits: `enum` is empty',
      at: list.source,
      help: 'List the values, or remove `enum` to allow all.',
    })
  }
  for (const keyword of VALUE_NAMES) checkValueNames(schema, keyword, values.length, report)
  const type = valueAt(schema, 'type')
  const mismatch = values.find(({ value }) => value !== null && !matchesType(value, type))
  if (!mismatch) return
  report({
    code: 'TW2012',
    severity: 'warning',
    message: `${valueText(mismatch.value)} is one of the values, but not of type ${[type].flat().join(' or ')}`,
    at: mismatch.source,
  })
}

/** Names belong to values by their position: one too few, and they are those of others. */
function checkValueNames(schema: Node, keyword: string, count: number, report: Report): void {
  const list = member(schema, keyword)
  if (!list || !Array.isArray(list.value)) return
  const names = items(list)
  const fault = { code: 'TW2012', severity: 'warning' } as const
  if (names.length !== count) {
    report({
      ...fault,
      message: `\`${keyword}\` and \`enum\` differ in length: ${names.length} and ${count}`,
      at: list.source,
      help: 'Give each value a name, in the same order.',
    })
  }
  const repeated = names.find(
    ({ value }, index) => names.findIndex((each) => each.value === value) < index,
  )
  if (!repeated) return
  report({
    ...fault,
    message: `${valueText(repeated.value)} is the name of several values`,
    at: repeated.source,
    help: 'Give each value a name of its own.',
  })
}

/** Checks the items of arrays, which often contain objects of several kinds. */
function checkItems(list: Node, report: Report, document: Document): void {
  const items = member(list, 'items')
  if (!items || text(member(items, '$ref')) === undefined) return
  const target = document.resolve(items)
  if (!('code' in target)) checkUndeclaredUnion(target, report, document)
}

/** All properties are optional objects: probably a union that is not described as one. */
function checkUndeclaredUnion(schema: Node, report: Report, document: Document): void {
  const properties = member(schema, 'properties')
  const each = properties ? members(properties).map(([, node]) => node) : []
  if (each.length < MIN_VARIANTS) return
  const others = ['required', 'allOf', 'oneOf', 'anyOf', 'additionalProperties', 'x-tagwire-tag']
  if (others.some((keyword) => member(schema, keyword))) return
  const targets = new Set(each.map((node) => text(member(node, '$ref'))))
  if (targets.size < each.length || !each.every((node) => isObject(document, node))) return
  report({
    code: 'TW3006',
    severity: 'warning',
    message:
      'all of these properties are optional objects, so `{}` fits, and so do several at once',
    at: schema.source,
  })
}

function isObject(document: Document, ref: Node): boolean {
  if (text(member(ref, '$ref')) === undefined) return false
  const target = document.resolve(ref)
  if ('code' in target) return false
  return member(target, 'properties') !== undefined || text(member(target, 'type')) === 'object'
}

/** Schemas below keywords with two forms. */
export function moreSchemas(schema: Node): Node[] {
  const single = member(schema, 'items')
  const below = single && Array.isArray(single.value) ? items(single) : single ? [single] : []
  const dependencies = member(schema, 'dependencies')
  const dependent = (dependencies ? members(dependencies) : []).map(([, node]) => node)
  return [...below, ...dependent.filter((node) => !Array.isArray(node.value))]
}

function checkRequiredForm(schema: Node, required: Node, report: Report): void {
  if (typeof required.value === 'boolean') {
    report(requiredFlag(schema, required))
    return
  }
  const wrong = Array.isArray(required.value)
    ? items(required).find((each) => typeof each.value !== 'string')
    : required
  if (!wrong) return
  report({
    code: 'TW2005',
    severity: 'error',
    message: `\`required\` is a list of property names, but this is ${valueText(wrong.value)}`,
    at: wrong.source,
    help: 'Write `required: [name, …]` beside `properties`.',
  })
}

/** `required: true` on the property itself: not JSON Schema, but what it means is clear. */
function requiredFlag(schema: Node, required: Node) {
  const [name, container] = parsePointer(schema.source.pointer).reverse()
  const property =
    container === 'properties' && name !== undefined ? JSON.stringify(name) : undefined
  return {
    code: 'TW2002',
    severity: 'warning',
    message: `\`required: ${required.value}\` on ${property ?? 'a schema'} itself`,
    at: required.source,
    ...(property
      ? { help: `Add ${property} to the \`required\` list beside \`properties\`.` }
      : {}),
  } as const
}

/** A number in the text may have been rounded when parsed, or become infinite. */
function checkNumbers(document: Document, node: Node, keyword: string, report: Report): void {
  for (const each of document.inexact(node)) {
    report({
      code: 'TW2010',
      severity: keyword === 'default' ? 'warning' : 'error',
      message: Number.isFinite(each.value)
        ? `a number in \`${keyword}\` is too large to be exact: it would become ${each.value}`
        : `${each.value} in \`${keyword}\` is not a JSON number`,
      at: each.source,
      ...(keyword === 'default' ? { help: 'Write it as a string; it is left out.' } : {}),
    })
  }
}

/** A mapped value without a schema is an undescribed kind. */
export function checkMapping(discriminator: Node, report: Report, document: Document): void {
  const mapping = member(discriminator, 'mapping')
  for (const [tag, node] of mapping ? members(mapping) : []) {
    const address = text(node)
    if (address === undefined || leadsSomewhere(document, address, node)) continue
    report({
      code: 'TW3005',
      severity: 'warning',
      message: `${JSON.stringify(tag)} is mapped to ${JSON.stringify(address)}, where there is no schema`,
      at: node.source,
    })
  }
}

/** Whether a URI, or the name of a component, has a target. */
function leadsSomewhere(document: Document, address: string, { source }: Node): boolean {
  const named = `#/components/schemas/${escapeToken(address)}`
  const addresses = /[#/.]/.test(address) ? [address, named] : [named]
  return addresses.some(($ref) => !('code' in document.resolve({ value: { $ref }, source })))
}
