import type { Finding, Path } from '../../check/finding.js'
import { receivedOf, typeOf } from '../../check/values.js'
import { isDictionary } from '../../model/json.js'
import type { Content, Operation, Parameter } from '../../model/operations/operation.js'
import { serializationOf } from '../../model/operations/parameter-styles.js'
import { formType } from '../../model/operations/text-types.js'
import type { Rule } from '../../model/rules/rule.js'
import type { Declaration } from '../../model/shapes/shape.js'
import { below } from '../../source/node.js'
import { type ReceivedPlace, receivedIn } from '../../view/http/received.js'
import { HIDDEN } from '../record/redact.js'
import { findingsOf, formReadingsOf, readingsOf, Unreadable } from './read-texts.js'
import type { RequestTexts } from './request-texts.js'

type Declared = ReadonlyMap<string, Declaration>
type Check = (rule: Rule, value: unknown) => Finding[]

/** Findings for the arguments that a recorded request has in one place, as texts. */
export function textFindings(
  operation: Operation,
  place: ReceivedPlace,
  texts: RequestTexts,
  declared: Declared,
  check: Check,
): Finding[] {
  const parameters = receivedIn(operation, place)
  const { values, faults } = readingsOf(operation, place, texts, declared)
  const given = new URLSearchParams(place === 'query' ? texts.search : '')
  const found = parameters.flatMap((parameter): Finding[] => {
    const { name } = parameter
    if (isHidden(parameter, texts, given)) return []
    const fault = faults.get(name)
    if (fault !== undefined) return [unreadable(ruleOf(parameter), [name], fault)]
    const [first = {}] = values
    const readings = values.map((each) => each[name])
    return Object.hasOwn(first, name)
      ? valueFindings(parameter, readings, check)
      : missingFindings(parameter)
  })
  return [...found, ...newFindings(operation, given, parameters, declared)]
}

/** Messages have headers and cookies that are nobody's arguments; what else is in a query is new. */
function newFindings(
  { source }: Operation,
  given: URLSearchParams,
  parameters: readonly Parameter[],
  declared: Declared,
): Finding[] {
  const names = [...new Set(given.keys())]
  return names
    .filter((name) => !parameters.some((each) => isNameOf(each, name, declared)))
    .map((name) => {
      const [first, ...more] = given.getAll(name)
      return newArgument({ source }, 'query', name, more.length > 0 ? [first, ...more] : first)
    })
}

/** Whether a parameter has a name in a query: objects can have those of their members. */
function isNameOf(parameter: Parameter, name: string, declared: Declared): boolean {
  const { place, shape, mediaType } = parameter
  if (place === 'querystring' || name === parameter.name) return true
  const { style, explode } = serializationOf(parameter)
  if (style === 'deepObject') return name.startsWith(`${parameter.name}[`)
  const form = explode && mediaType === undefined ? formType(shape, declared) : undefined
  return form !== undefined && (form.rest !== undefined || Object.hasOwn(form.members, name))
}

function isHidden({ name, place }: Parameter, { header }: RequestTexts, given: URLSearchParams) {
  return place === 'header' ? header(name.toLowerCase()) === HIDDEN : given.get(name) === HIDDEN
}

/** Findings for the members of a form, which are texts too. */
export function formFindings(
  content: Content,
  sent: Parameters<typeof formReadingsOf>[1],
  declared: Declared,
  check: Check,
): Finding[] {
  const { rule } = content
  const readings = formReadingsOf(content, sent, declared)
  if (readings instanceof Unreadable) return [unreadable(rule, [readings.path], readings.message)]
  return shownFindings(readings, rule, check)
}

/** Findings for the arguments of a call, by name or by position. */
export function callFindings(
  { binding, input: { parameters }, source }: Operation,
  value: unknown,
  check: Check,
): Finding[] {
  const rule: Rule = { types: ['object'], source }
  if (Array.isArray(value) && binding.kind === 'call' && binding.byPosition) {
    return positionFindings(parameters, value, rule, check)
  }
  if (!isDictionary(value)) return check(rule, value)
  const known = new Set(parameters.map(({ name }) => name))
  return [
    ...parameters.flatMap((each) =>
      Object.hasOwn(value, each.name)
        ? valueFindings(each, [value[each.name]], check)
        : missingFindings(each),
    ),
    ...Object.keys(value)
      .filter((name) => !known.has(name))
      .map((name) => newArgument(rule, 'params', name, value[name])),
  ]
}

function positionFindings(
  parameters: readonly Parameter[],
  values: readonly unknown[],
  rule: Rule,
  check: Check,
): Finding[] {
  const known = parameters.flatMap((parameter, index) => {
    // By position, only null can stand for what is left out before others.
    const isThere = index < values.length && (values[index] !== null || parameter.required)
    const found = isThere
      ? valueFindings(parameter, [values[index]], check)
      : missingFindings(parameter)
    return found.map(({ path: [, ...inside], ...each }) => ({ ...each, path: [index, ...inside] }))
  })
  const more = values.slice(parameters.length).map((value, index): Finding => {
    const at = parameters.length + index
    const { change: _, ...finding } = newArgument(rule, 'params', String(at), value)
    return { ...finding, path: [at] }
  })
  return [...known, ...more]
}

function valueFindings(
  parameter: Parameter,
  readings: readonly unknown[],
  check: Check,
): Finding[] {
  if (readings[0] === HIDDEN) return []
  const found = shownFindings(readings, ruleOf(parameter), check)
  return found.map((each) => ({ ...each, path: [parameter.name, ...each.path] }))
}

/** What recordings hide says nothing. */
function shownFindings(readings: readonly unknown[], rule: Rule, check: Check): Finding[] {
  const found = findingsOf(readings, (value) => check(rule, value))
  return found.filter(({ path }) => valueAt(readings[0], path) !== HIDDEN)
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, step) => Reflect.get(Object(at), step), value)
}

function ruleOf({ rule, source }: Parameter): Rule {
  return { ...rule, source: rule.source ?? below(source, 'schema') }
}

function missingFindings({ name, required, source }: Parameter): Finding[] {
  if (!required) return []
  return [
    {
      kind: 'missing-field',
      degree: 'problem',
      path: [name],
      rule: { source },
      expected: 'a value',
      received: 'nothing',
      change: { kind: 'drop', keyword: 'required' },
    },
  ]
}

/** A text that is not written as its style or its media type says. */
function unreadable(rule: Rule, path: Path, message: string): Finding {
  const expected = message.replace(/^expected /, '')
  return { kind: 'wrong-format', degree: 'problem', path, rule, expected, received: 'another text' }
}

function newArgument(rule: Rule, place: 'query' | 'params', name: string, value: unknown): Finding {
  return {
    kind: 'unknown-field',
    degree: 'new',
    path: [name],
    rule,
    expected: 'no such parameter',
    ...receivedOf(value),
    change: { kind: 'parameter', name, place, types: [typeOf(value)] },
  }
}
