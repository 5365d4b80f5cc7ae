import type { FieldRule, RecordRule, Rule } from '../../../generator/src/model/rules/rule.js'
import type { Declaration } from '../../../generator/src/model/shapes/shape.js'
import {
  type Argument,
  type Call,
  type Expression,
  Member,
  type Seen,
  type Test,
} from '../../../generator/src/view/validate/calls.js'
import { checkProgram } from '../../../generator/src/view/validate/program.js'
import { Name } from '../../../generator/src/view/value.js'

/** The constants that check some rules, each as `name = expression`, as a reader would write them down. */
export function checksOf(
  rules: Readonly<Record<string, Rule>>,
  declarations: readonly Declaration[] = [],
): string[] {
  const types = Object.entries(rules).map(([name, rule]) => {
    return { name, rule, declaration: name, side: 'received' } as const
  })
  const { constants } = checkProgram(types, declarations)
  return constants.map(({ name, value }) => `${name} = ${textOfExpression(value)}`)
}

function textOfExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'data':
      return textOf(expression.value)
    case 'check': {
      const { parameters, parts, typeTests } = expression
      const tests = typeTests?.map(({ member, type, unless }) =>
        [...unless.map(textOfTest), `${textOf(member)} is ${type}`].join(' || '),
      )
      const body = parts.map(textOfCall).join(' && ') || 'true'
      return `(${parameters}) => ${tests ? `[${tests.join(' && ')}] || ` : ''}${body}`
    }
    case 'made':
      return `${expression.by.text}(${expression.args.map(textOfExpression).join(', ')})`
    case 'kinds':
      return `{ ${expression.checks.map(([tag, { text }]) => `${tag}: ${text}`).join(', ')} }`
    case 'seen':
      return `keys of ${expression.parts.map(textOfSeen).join(', ')}`
  }
}

function textOfSeen(seen: Seen): string {
  return 'call' in seen ? textOfCall(seen) : JSON.stringify(seen)
}

function textOfCall({ call, args, unless = [] }: Call): string {
  const text = `${call.text}(${args.map(textOf).join(', ')})`
  return unless.length > 0 ? `(${[...unless.map(textOfTest), text].join(' || ')})` : text
}

function textOfTest(test: Test): string {
  return 'call' in test ? textOfCall(test) : `${textOf(test.value)} ${test.is}`
}

function textOf(value: Argument | undefined): string {
  if (value instanceof Member) return `v.${value.name}`
  if (value instanceof Name) return value.text
  if (Array.isArray(value)) return `[${value.map(textOf).join(', ')}]`
  return JSON.stringify(value)
}

export const TEXT: Rule = { types: ['string'] }
export const NULL_TEXT: Rule = { ...TEXT, nullable: true }
export const SHORT: Rule = { text: { least: 1, most: 9 } }
export const NUMBER: Rule = { types: ['number'] }
export const STARTS_WITH_X = { name: { source: '^x', flags: 'u' }, rule: NUMBER } as const

export const field = (name: string, rule: Rule, more: Partial<FieldRule> = {}): FieldRule => ({
  name,
  rule,
  required: true,
  ...more,
})
export const partsOf = (fields: readonly FieldRule[], more: Partial<RecordRule> = {}): Rule => ({
  record: { fields, required: [], patterns: [], dependents: [], dependentRules: [], ...more },
})
export const record = (fields: readonly FieldRule[], more?: Partial<RecordRule>): Rule => ({
  types: ['object'],
  ...partsOf(fields, more),
})
