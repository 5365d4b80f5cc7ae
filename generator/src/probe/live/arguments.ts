import type { Finding } from '../../check/finding.js'
import { receivedOf, typeOf } from '../../check/values.js'
import { isDictionary } from '../../model/json.js'
import type { Operation, Parameter } from '../../model/operations/operation.js'
import type { RecordRule, Rule } from '../../model/rules/rule.js'
import { jsonTypeOf } from '../../model/shapes/scalar-type.js'
import type { Declaration, Shape, Source } from '../../model/shapes/shape.js'
import { below } from '../../source/node.js'

type Declared = ReadonlyMap<string, Declaration>

/** Findings for recorded arguments, which are given by name. */
export function argumentFindings(
  operation: Operation,
  place: 'query' | 'params',
  value: unknown,
  declared: Declared,
  check: (rule: Rule, value: unknown) => Finding[],
): Finding[] {
  const rule: Rule = { types: ['object'], source: operation.source }
  if (!isDictionary(value)) return check(rule, value)
  const parameters = operation.input.parameters.filter((each) => each.place === place)
  const known = new Set(parameters.map((each) => each.name))
  return [
    ...parameters.flatMap((each) => argumentFinding(each, value, declared, check)),
    ...Object.keys(value)
      .filter((name) => !known.has(name))
      .map((name) => newArgument(rule, place, name, value[name])),
  ]
}

function argumentFinding(
  parameter: Parameter,
  value: Readonly<Record<string, unknown>>,
  declared: Declared,
  check: (rule: Rule, value: unknown) => Finding[],
): Finding[] {
  const { name, required, shape, source, place } = parameter
  if (Object.hasOwn(value, name)) {
    const given = place === 'query' ? readText(shape, value[name], declared) : value[name]
    const rule = ruleOfShape(shape, below(source, 'schema'))
    return check(rule, given).map((each) => ({ ...each, path: [name, ...each.path] }))
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

/** Query parameters are strings, so a string that parses as the expected type has that type. */
function readText(shape: Shape, value: unknown, declared: Declared): unknown {
  if (shape.kind === 'nullable') return readText(shape.shape, value, declared)
  if (shape.kind === 'reference') {
    const target = declared.get(shape.name)
    return target ? readText(target.shape, value, declared) : value
  }
  if (shape.kind === 'list') {
    const list: readonly unknown[] = Array.isArray(value) ? value : [value]
    return list.map((each) => readText(shape.items, each, declared))
  }
  if (shape.kind !== 'scalar' || typeof value !== 'string') return value
  if (shape.type === 'boolean') return value === 'true' || (value === 'false' ? false : value)
  const isNumber = shape.type === 'integer' || shape.type === 'number'
  return isNumber && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value
}

/** Parameters only have shapes: converts a shape to a rule. */
function ruleOfShape(shape: Shape, source: Source): Rule {
  switch (shape.kind) {
    case 'scalar': {
      const type = jsonTypeOf(shape.type)
      return { types: [type], ...(shape.format ? { text: { format: shape.format } } : {}), source }
    }
    case 'literal':
      return { values: [shape.value], source }
    case 'enumeration':
      return { values: shape.values, ...(shape.open ? { open: true } : {}), source }
    case 'list': {
      const items = ruleOfShape(shape.items, below(source, 'items'))
      return { types: ['array'], list: { items }, source }
    }
    case 'map': {
      const rest = ruleOfShape(shape.values, below(source, 'additionalProperties'))
      return { types: ['object'], record: { ...NO_FIELDS, rest }, source }
    }
    case 'record': {
      const fields = shape.fields.map(({ name, required, ...field }) => ({
        name,
        required,
        rule: ruleOfShape(field.shape, field.source),
      }))
      return { types: ['object'], record: { ...NO_FIELDS, fields }, source }
    }
    case 'nullable':
      return { ...ruleOfShape(shape.shape, source), nullable: true }
    case 'reference':
      return { reference: shape.name, source }
    default:
      return {}
  }
}

const NO_FIELDS: RecordRule = {
  fields: [],
  required: [],
  patterns: [],
  dependents: [],
  dependentRules: [],
}
