import type { Finding } from '../../check/finding.js'
import { receivedOf, typeOf } from '../../check/values.js'
import { isDictionary } from '../../model/json.js'
import type { Operation, Parameter, ParameterPlace } from '../../model/operations/operation.js'
import { percentDecode } from '../../model/pointer.js'
import type { Rule } from '../../model/rules/rule.js'
import type { Declaration } from '../../model/shapes/shape.js'
import { below } from '../../source/node.js'
import { HIDDEN } from '../record/redact.js'
import { type Given, givenOf, possibleValues } from './possible-values.js'

type Declared = ReadonlyMap<string, Declaration>

/** Where recorded arguments are. */
export type ArgumentPlace = Exclude<ParameterPlace, 'querystring'>

/** Findings for recorded arguments, which are given by name; those of JSON-RPC also by position. */
export function argumentFindings(
  operation: Operation,
  place: ArgumentPlace,
  value: unknown,
  declared: Declared,
  check: (rule: Rule, value: unknown) => Finding[],
): Finding[] {
  const rule: Rule = { types: ['object'], source: operation.source }
  const parameters = operation.input.parameters.filter((each) => each.place === place)
  const { binding } = operation
  if (Array.isArray(value) && binding.kind === 'call' && binding.byPosition) {
    return positionFindings(parameters, value, rule, declared, check)
  }
  if (!isDictionary(value)) return check(rule, value)
  const given = parameters.map((parameter) => ({
    parameter,
    given: givenOf(parameter, value, declared),
  }))
  const known = new Set(given.flatMap((each) => each.given.names))
  return [
    ...given.flatMap((each) => argumentFinding(each.parameter, each.given, declared, check)),
    // Messages have headers and cookies that are nobody's arguments.
    ...(place === 'query' || place === 'params'
      ? Object.keys(value)
          .filter((name) => !known.has(name))
          .map((name) => newArgument(rule, place, name, value[name]))
      : []),
  ]
}

function positionFindings(
  parameters: readonly Parameter[],
  values: readonly unknown[],
  rule: Rule,
  declared: Declared,
  check: (rule: Rule, value: unknown) => Finding[],
): Finding[] {
  const known = parameters.flatMap((parameter, index) => {
    const names = [parameter.name]
    // By position, only null can stand for what is left out before others.
    const isThere = index < values.length && (values[index] !== null || parameter.required)
    const given: Given = isThere ? { names, value: values[index] } : { names }
    const found = argumentFinding(parameter, given, declared, check)
    return found.map(({ path: [, ...inside], ...each }) => ({ ...each, path: [index, ...inside] }))
  })
  const more = values.slice(parameters.length).map((value, index): Finding => {
    const at = parameters.length + index
    const { change: _, ...finding } = newArgument(rule, 'params', String(at), value)
    return { ...finding, path: [at] }
  })
  return [...known, ...more]
}

function argumentFinding(
  parameter: Parameter,
  given: Given,
  declared: Declared,
  check: (rule: Rule, value: unknown) => Finding[],
): Finding[] {
  const { name, required, source, place } = parameter
  if ('value' in given) {
    if (given.value === HIDDEN) return []
    const rule: Rule = {
      ...parameter.rule,
      source: parameter.rule.source ?? below(source, 'schema'),
    }
    const isText = place !== 'params'
    const value = isEscaped(parameter) ? unescaped(given.value) : given.value
    const readings = isText ? possibleValues(parameter, value, declared) : [value]
    const each = readings.map((reading) => check(rule, reading))
    const fitting = each.find((found) => found.length === 0)
    const [first = []] = each
    return (fitting ?? first).map((found) => ({ ...found, path: [name, ...found.path] }))
  }
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

/** Cookies, unless OpenAPI 3.2's `style: cookie` sends them as they are; other places are read from a URL before. */
function isEscaped({ place, style }: Parameter): boolean {
  return place === 'cookie' && style !== 'cookie'
}

/** The texts of a cookie, of a list of them, or of the fields of an object. */
function unescaped(given: unknown): unknown {
  if (typeof given === 'string') return percentDecode(given)
  if (Array.isArray(given)) return given.map(unescaped)
  if (!isDictionary(given)) return given
  return Object.fromEntries(Object.entries(given).map(([name, each]) => [name, unescaped(each)]))
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
