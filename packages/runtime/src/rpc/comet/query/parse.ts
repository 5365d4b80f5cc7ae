/** How a condition of a query compares. */
export type QueryOperator = '=' | '<' | '<=' | '>' | '>=' | 'CONTAINS' | 'EXISTS'

/** The right side of a condition, as the text between the quotes or after the keyword. */
export interface QueryValue {
  readonly type: 'string' | 'number' | 'date' | 'time'
  readonly text: string
}

export interface Condition {
  readonly key: string
  readonly op: QueryOperator
  /** Absent for `EXISTS`. */
  readonly value?: QueryValue
}

// Each matches one token where the last one ended. Keywords are matched as words first.
const space = /[\s\x85]*/y
const word = /[\p{L}_][\p{L}\p{Nd}_.-]*/uy
const operator = /<=|>=|<|>|=/y
const string = /'([^']*)'/y
const number = /\d+(?:\.\d*)?/y
const date = /DATE (\d{4}-\d\d-\d\d)/y
const time = /TIME (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d))/y

const operands: readonly [QueryValue['type'], RegExp][] = [
  ['string', string],
  ['number', number],
  ['date', date],
  ['time', time],
]

/** Parses a query; throws a SyntaxError with the offset. */
export function parseQuery(text: string): Condition[] {
  let at = 0
  const fail = (wanted: string): never => {
    throw new SyntaxError(`Query: expected ${wanted} at offset ${at} of ${JSON.stringify(text)}`)
  }
  const take = (token: RegExp): string | undefined => {
    space.lastIndex = at
    token.lastIndex = at + (space.exec(text)?.[0].length ?? 0)
    const found = token.exec(text)
    if (!found) return undefined
    at = token.lastIndex
    return found[1] ?? found[0]
  }
  const operand = (op: QueryOperator): QueryValue => {
    for (const [type, token] of operands) {
      const value = takes(op, type) ? take(token) : undefined
      if (value !== undefined) return { type, text: value }
    }
    return fail('a value')
  }
  const condition = (): Condition => {
    const key = take(word) ?? fail('a key')
    if (isKeyword(key)) fail('a key')
    const op = take(operator) ?? take(word)
    if (op === 'EXISTS') return { key, op }
    return isComparison(op) ? { key, op, value: operand(op) } : fail('an operator')
  }
  const conditions = [condition()]
  while (take(/\S/y) !== undefined) {
    at--
    if (take(word) !== 'AND') fail('AND')
    conditions.push(condition())
  }
  return conditions
}

/** Whether a text is a keyword, which cannot be a key. */
/** Whether an operator compares with values of that type. */
export function takes(op: QueryOperator, type: QueryValue['type']): boolean {
  return type === 'string' ? op === '=' || op === 'CONTAINS' : op !== 'CONTAINS'
}

export function isKeyword(text: string): boolean {
  return /^(?:AND|CONTAINS|EXISTS|DATE|TIME)$/.test(text)
}

function isComparison(op: string | undefined): op is Exclude<QueryOperator, 'EXISTS'> {
  return op !== undefined && /^(?:[<>]?=|[<>]|CONTAINS)$/.test(op)
}

/** A query in the node's own form, by which it identifies subscriptions. */
export function formatQuery(conditions: readonly Condition[]): string {
  return conditions.map(formatCondition).join(' AND ')
}

function formatCondition({ key, op, value }: Condition): string {
  if (!value) return `${key} ${op}`
  const { type, text } = value
  if (type === 'string') return `${key} ${op} '${text}'`
  return `${key} ${op} ${type === 'number' ? '' : `${type.toUpperCase()} `}${text}`
}

/** The conditions, or `undefined` for a text that cannot be parsed here; the node may still accept it. */
export function tryParseQuery(text: string): Condition[] | undefined {
  try {
    return parseQuery(text)
  } catch {
    return undefined
  }
}

/** The same text for every spelling of a query. */
export function normaliseQuery(text: string): string {
  const conditions = tryParseQuery(text)
  return conditions ? formatQuery(conditions) : text
}
