import { canonical } from '../json.js'
import { isTrivial } from '../rules/facts.js'
import { recordRule } from '../rules/record-rule.js'
import type { FieldRule, Rule } from '../rules/rule.js'
import type { Declaration } from '../shapes/shape.js'
import { argumentNames } from './arguments.js'
import { contentKind, isSentAsGiven, sendableContents, textBodyRule } from './contents.js'
import { inputForm } from './inputs.js'
import type { Body, Content, Operation } from './operation.js'

type Declarations = ReadonlyMap<string, Declaration>

/**
 * The rule of an operation's input, as callers pass it: its body, or an object with the arguments of all places and
 * the body. `undefined` if it has none, or if anything may be passed.
 */
export function inputRule(operation: Operation, declarations: Declarations): Rule | undefined {
  const { parameters, body } = operation.input
  const { form } = inputForm(operation)
  if (form === 'none') return undefined
  if (form === 'body') {
    const rule = body && bodyRule(body, declarations)
    return rule && !isTrivial(rule) ? rule : undefined
  }
  const names = argumentNames(operation.input)
  const fields: FieldRule[] = parameters.map((each) => ({
    name: names.get(each) ?? each.name,
    rule: each.rule,
    required: each.required,
  }))
  const own: FieldRule[] = body
    ? [{ name: 'body', rule: bodyRule(body, declarations), required: body.required }]
    : []
  return { ...recordRule([...fields, ...own]), source: operation.source }
}

/** The body in any of the content types that callers can choose. */
function bodyRule(body: Body, declarations: Declarations): Rule {
  const contents = sendableContents(body)
  const isBytes = (content: Content): boolean => contentKind(content) === 'binary'
  if (contents.length === 0 || contents.every(isBytes)) return {}
  const rules = contents.map((each) => (isBytes(each) ? BYTES : contentRule(each, declarations)))
  if (rules.some(isTrivial)) return {}
  const different = new Map(rules.map((each) => [canonical({ ...each, source: undefined }), each]))
  const [only = {}, ...more] = different.values()
  return more.length > 0 ? { choices: [{ holds: 'any', members: [only, ...more] }] } : only
}

/** Bytes beside a content that is described, as which a caller can send them. */
const BYTES: Rule = { types: ['string'], text: { bytes: true } }

function contentRule(content: Content, declarations: Declarations): Rule {
  switch (contentKind(content)) {
    case 'json':
      return isSentAsGiven(content) ? {} : content.rule
    case 'form':
    case 'multipart':
      return content.rule
    case 'text':
      return textBodyRule(content, declarations) ?? { types: ['string'] }
    case 'binary':
    case 'stream':
      return {}
  }
}
