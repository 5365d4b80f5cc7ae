import {
  type Argument,
  type Call,
  type Constant,
  type Expression,
  Member,
  type Seen,
  type Test,
  type TypeTest,
} from '../../view/validate/calls.js'
import { isInherited } from '../../view/validate/records.js'
import { runtime } from '../../view/validate/scope.js'
import { ImportedName } from '../../view/value.js'
import type { Imports } from '../typescript/imports.js'
import { constantText } from '../typescript/structures.js'
import { propertyAccess, stringLiteral } from '../typescript/text.js'
import { importedText, listText, memberText, nameText, pureCall } from '../typescript/value-text.js'

/** A constant for checks, as text. Everything that it mentions is imported. */
export function checkText(
  { name, type, value }: Constant,
  imports: Imports,
  { isExported = false } = {},
): string {
  const typeName = type instanceof ImportedName ? imports.type(type.text, type.from) : type
  return constantText({
    name,
    ...(typeName === undefined ? {} : { type: typeName }),
    value: expressionText(value, imports),
    ...(isExported ? { isExported } : {}),
  })
}

export function expressionText(expression: Expression, imports: Imports): string {
  switch (expression.kind) {
    case 'data':
      return argumentText(expression.value, imports)
    case 'check':
      return `(${expression.parameters}) => ${bodyText(expression, imports)}`
    case 'made': {
      const types = (expression.types ?? []).map(stringLiteral).join(' | ')
      const by = nameText(expression.by, imports)
      const args = expression.args.map((each) => expressionText(each, imports))
      return pureCall(types === '' ? by : `${by}<${types}>`, ...args)
    }
    case 'kinds': {
      const members = expression.checks.map(([tag, check]) =>
        memberText(tag, nameText(check, imports)),
      )
      return `() => ({ ${members.join(', ')} })`
    }
    case 'seen':
      return `(v, at) => ${listText(expression.parts.map((each) => `...${seenText(each, imports)}`))}`
  }
}

function bodyText(
  { parts, typeTests }: Extract<Expression, { kind: 'check' }>,
  imports: Imports,
): string {
  const all = allHold(parts, imports)
  if (!typeTests) return all
  const texts = typeTests.map((each) => typeTestText(each, imports))
  return `${texts.length > 1 ? `(${texts.join(' && ')})` : texts.join()} || (${all})`
}

function typeTestText({ member, type, unless }: TypeTest, imports: Imports): string {
  const value = argumentText(member, imports)
  const tests = unless.map((each) => testText(each, imports))
  const texts = [...tests, `typeof ${value} === ${stringLiteral(type)}`]
  return texts.length > 1 ? `(${texts.join(' || ')})` : texts.join()
}

/** All parts as one expression. */
function allHold(parts: readonly Call[], imports: Imports): string {
  const [only, ...more] = parts
  if (!only) return 'true'
  if (more.length === 0) return partText(only, imports)
  return parts
    .map((part) => (part.unless ? `(${partText(part, imports)})` : partText(part, imports)))
    .join(' && ')
}

function partText(part: Call, imports: Imports): string {
  const tests = (part.unless ?? []).map((each) => testText(each, imports))
  return [...tests, callText(part, imports)].join(' || ')
}

function testText(test: Test, imports: Imports): string {
  return 'call' in test
    ? callText(test, imports)
    : `${argumentText(test.value, imports)} ${test.is}`
}

function callText({ call, args }: Call, imports: Imports): string {
  const texts = args.map((each) => argumentText(each, imports))
  return `${nameText(call, imports)}(${texts.join(', ')})`
}

function seenText(seen: Seen, imports: Imports): string {
  return 'call' in seen ? callText(seen, imports) : importedText(seen, imports)
}

/** Every object inherits a `constructor`; only an own property is data. */
function argumentText(argument: Argument, imports: Imports): string {
  if (argument instanceof Member) {
    const { name } = argument
    return isInherited(name)
      ? `${nameText(runtime('own'), imports)}(v, ${stringLiteral(name)})`
      : `v${propertyAccess(name)}`
  }
  return importedText(argument, imports)
}
