import { isDictionary } from '../../model/json.js'
import type { Segment, Selected, Selector, Surroundings } from './json-path.js'

type Expression = Extract<Selector, { type: 'FilterSelector' }>['value']
type Comparison = Extract<Expression, { type: 'ComparisonExpr' }>
type Comparable = Comparison['left']
type Test = Extract<Expression, { type: 'TestExpr' }>['expression']
type Call = Extract<Test, { type: 'FunctionExpr' }>
type Query = Extract<Test, { type: 'FilterQuery' }>['value']
type Argument = Call['arguments'][number]

type Select = (
  start: Selected,
  segments: readonly { readonly type: string; readonly node: Segment['node'] | Selector }[],
) => Selected[]

type Spend = Surroundings['spend']

/** Whether a filter of a query holds for a value. No JSON value is `undefined`, which stands for "nothing". */
export function createFilter(
  root: unknown,
  { spend, patternOf }: Surroundings,
  select: Select,
): (expression: Expression, value: unknown) => boolean {
  const patterns = new Map<string, ReturnType<typeof patternOf>>()

  const holds = (expression: Expression, at: unknown): boolean => {
    spend(1)
    switch (expression.type) {
      case 'LogicalOrExpr':
        return holds(expression.left, at) || holds(expression.right, at)
      case 'LogicalAndExpr':
        return holds(expression.left, at) && holds(expression.right, at)
      case 'LogicalNotExpr':
        return !holds(expression.expression, at)
      case 'TestExpr':
        return expression.expression.type === 'FilterQuery'
          ? valuesOf(expression.expression.value, at).length > 0
          : resultOf(expression.expression, at) === true
      case 'ComparisonExpr':
        return compare(
          spend,
          comparable(expression.left, at),
          comparable(expression.right, at),
          expression.op,
        )
    }
  }

  const valuesOf = ({ type, segments }: Query, at: unknown): unknown[] =>
    select({ value: type === 'RelQuery' ? at : root }, segments).map(({ value }) => value)

  const comparable = (node: Comparable, at: unknown): unknown => {
    if (node.type === 'Literal') return node.value
    if (node.type === 'FunctionExpr') return resultOf(node, at)
    const start = node.type === 'RelSingularQuery' ? at : root
    return select({ value: start }, node.segments)[0]?.value
  }

  const resultOf = ({ name, arguments: [first, second] }: Call, at: unknown): unknown => {
    switch (name) {
      case 'length':
        return lengthOf(singleOf(first, at))
      case 'count':
        return first?.type === 'FilterQuery' ? valuesOf(first.value, at).length : undefined
      case 'value':
        return singleOf(first, at)
      case 'match':
        return matches(singleOf(first, at), singleOf(second, at), (source) => `^(?:${source})$`)
      case 'search':
        return matches(singleOf(first, at), singleOf(second, at), (source) => source)
      default:
        return undefined
    }
  }

  const singleOf = (argument: Argument | undefined, at: unknown): unknown => {
    if (argument?.type === 'Literal') return argument.value
    if (argument?.type === 'FunctionExpr') return resultOf(argument, at)
    if (argument?.type !== 'FilterQuery') return undefined
    const values = valuesOf(argument.value, at)
    return values.length === 1 ? values[0] : undefined
  }

  const matches = (text: unknown, pattern: unknown, whole: (source: string) => string): boolean => {
    if (typeof text !== 'string' || typeof pattern !== 'string') return false
    const source = whole(withoutLineEnds(pattern))
    if (!patterns.has(source)) patterns.set(source, patternOf(source))
    spend(1 + text.length)
    return patterns.get(source)?.(text) === true
  }

  return holds
}

function compare(spend: Spend, left: unknown, right: unknown, op: Comparison['op']): boolean {
  switch (op) {
    case '==':
      return isEqual(spend, left, right)
    case '!=':
      return !isEqual(spend, left, right)
    case '<':
      return isLess(left, right)
    case '>':
      return isLess(right, left)
    case '<=':
      return isLess(left, right) || isEqual(spend, left, right)
    case '>=':
      return isLess(right, left) || isEqual(spend, left, right)
  }
}

function isEqual(spend: Spend, left: unknown, right: unknown): boolean {
  spend(1)
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((each, at) => isEqual(spend, each, right[at]))
  }
  if (!isDictionary(left) || !isDictionary(right)) return left === right
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isEqual(spend, left[key], right[key]))
  )
}

function isLess(left: unknown, right: unknown): boolean {
  if (typeof left === 'string' && typeof right === 'string') return left < right
  return typeof left === 'number' && typeof right === 'number' && left < right
}

/** Of a text its characters, not its code units. */
function lengthOf(value: unknown): number | undefined {
  if (typeof value === 'string') return [...value].length
  if (Array.isArray(value)) return value.length
  return isDictionary(value) ? Object.keys(value).length : undefined
}

/** Expressions are those of RFC 9485, in which a dot is any character but the ends of lines LF and CR. */
function withoutLineEnds(pattern: string): string {
  return pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\./gsu, (part) =>
    part === '.' ? '[^\\n\\r]' : part,
  )
}
