import type { Report } from '../../diagnostics/diagnostic.js'
import type {
  FieldRule,
  ListRule,
  NumberRule,
  RecordRule,
  Rule,
  TextRule,
} from '../../model/rules/rule.js'
import type { Document } from '../../source/document.js'
import { items, member, members, type Node, valueAt } from '../../source/node.js'
import { fieldParts, listParts, patternParts } from '../schemas/parts.js'
import { expressionOf } from './patterns.js'

/** The context for reading the keywords of one schema. */
export interface RuleReader {
  readonly document: Pick<Document, 'resolve'>
  readonly report: Report
  readonly formatOf: (schema: Node) => string | undefined
  /** Reads a schema inside the current one. */
  readonly read: (schema: Node) => Rule
  /** Reads a schema that only constrains the current one, or names or items of it: no type is made of it. */
  readonly readCondition: (schema: Node) => Rule
}

export function textRule(reader: RuleReader, schema: Node): TextRule | undefined {
  const least = count(reader, schema, 'minLength')
  const most = count(reader, schema, 'maxLength')
  const node = member(schema, 'pattern')
  const source = node && textOf(reader, node)
  const pattern = source !== undefined && node && expressionOf(node, source, reader.report)
  const format = reader.formatOf(schema)
  return present({ least, most, pattern: pattern || undefined, format })
}

export function numberRule(reader: RuleReader, schema: Node): NumberRule | undefined {
  const least = limit(reader, schema, 'minimum')
  const most = limit(reader, schema, 'maximum')
  // Before draft 6, the exclusive bounds are flags.
  const open = (keyword: string): boolean => valueAt(schema, keyword) === true
  const above = open('exclusiveMinimum') ? least : limit(reader, schema, 'exclusiveMinimum')
  const below = open('exclusiveMaximum') ? most : limit(reader, schema, 'exclusiveMaximum')
  return present({
    least: open('exclusiveMinimum') ? undefined : least,
    most: open('exclusiveMaximum') ? undefined : most,
    above,
    below,
    step: limit(reader, schema, 'multipleOf', 'a number above 0', (value) => value > 0),
  })
}

export function listRule(reader: RuleReader, schema: Node): ListRule | undefined {
  const { first, after } = listParts(schema)
  const contains = member(schema, 'contains')
  const unevaluated = member(schema, 'unevaluatedItems')
  return present({
    first: first?.map(reader.read),
    items: after && reader.read(after),
    least: count(reader, schema, 'minItems'),
    most: count(reader, schema, 'maxItems'),
    unique: valueAt(schema, 'uniqueItems') === true ? (true as const) : undefined,
    contains: contains && {
      rule: reader.readCondition(contains),
      ...present({
        least: count(reader, schema, 'minContains'),
        most: count(reader, schema, 'maxContains'),
      }),
    },
    unevaluated: unevaluated && reader.readCondition(unevaluated),
  })
}

const RECORD_KEYWORDS = [
  'properties',
  'required',
  'patternProperties',
  'additionalProperties',
  'propertyNames',
  'unevaluatedProperties',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
]

export function recordRule(reader: RuleReader, schema: Node): RecordRule | undefined {
  if (RECORD_KEYWORDS.every((keyword) => valueAt(schema, keyword) === undefined)) return undefined
  const properties = member(schema, 'properties')
  const required = items(member(schema, 'required')).map((each) => String(each.value))
  const fields = fieldParts(reader.document, schema).map(
    ({ name, node, facts }): FieldRule => ({ name, rule: reader.read(node), ...facts }),
  )
  const names = new Set(fields.map((field) => field.name))
  const named = patternParts(schema)
  const patterns = named.flatMap(([source, node]) => {
    const name = expressionOf(node, source, reader.report)
    return name ? [{ name, rule: reader.read(node) }] : []
  })
  // Names that match an unsupported pattern are not "other names".
  const complete = patterns.length === named.length
  const additional = member(schema, 'additionalProperties')
  const propertyNames = member(schema, 'propertyNames')
  const unevaluated = member(schema, 'unevaluatedProperties')
  const { dependents, dependentRules } = dependencies(reader, schema)
  const rest = present({
    rest: complete ? additional && reader.read(additional) : undefined,
    names: propertyNames && reader.readCondition(propertyNames),
    least: count(reader, schema, 'minProperties'),
    most: count(reader, schema, 'maxProperties'),
    unevaluated: unevaluated && reader.readCondition(unevaluated),
  })
  const lists = [fields, required, patterns, dependents, dependentRules]
  if (!rest && !properties && lists.every((list) => list.length === 0)) return undefined
  const others = [...new Set(required.filter((name) => !names.has(name)))]
  return { fields, required: others, patterns, dependents, dependentRules, ...rest }
}

/**
 * `dependentRequired` and `dependentSchemas`, and the older `dependencies`, which can be either.
 */
function dependencies(
  reader: RuleReader,
  schema: Node,
): Pick<RecordRule, 'dependents' | 'dependentRules'> {
  const dependents: { name: string; others: readonly string[] }[] = []
  const dependentRules: { name: string; rule: Rule }[] = []
  for (const keyword of ['dependentRequired', 'dependentSchemas', 'dependencies']) {
    const node = member(schema, keyword)
    for (const [name, each] of node ? members(node) : []) {
      if (Array.isArray(each.value))
        dependents.push({ name, others: namesIn(reader, keyword, each) })
      else if (keyword !== 'dependentRequired')
        dependentRules.push({ name, rule: reader.readCondition(each) })
      else reader.report(wrongKind(keyword, 'a list of names for each name', each))
    }
  }
  return { dependents, dependentRules }
}

function namesIn({ report }: RuleReader, keyword: string, list: Node): string[] {
  const wrong = items(list).find((each) => typeof each.value !== 'string')
  if (wrong) report(wrongKind(keyword, 'a list of names for each name', wrong))
  return items(list).flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
}

function count(reader: RuleReader, schema: Node, keyword: string): number | undefined {
  const isCount = (value: number): boolean => Number.isInteger(value) && value >= 0
  return limit(reader, schema, keyword, 'a whole number from 0 on', isCount)
}

function limit(
  { report }: RuleReader,
  schema: Node,
  keyword: string,
  wanted = 'a number',
  fits: (value: number) => boolean = Number.isFinite,
): number | undefined {
  const node = member(schema, keyword)
  if (!node) return undefined
  if (typeof node.value === 'number' && fits(node.value)) return node.value
  // Before draft 6, it is a flag, which `numberRule` reads.
  if (typeof node.value === 'boolean' && keyword.startsWith('exclusive')) return undefined
  report(wrongKind(keyword, wanted, node))
  return undefined
}

function textOf({ report }: RuleReader, node: Node): string | undefined {
  if (typeof node.value === 'string') return node.value
  report(wrongKind('pattern', 'a text', node))
  return undefined
}

function wrongKind(keyword: string, wanted: string, node: Node) {
  return {
    code: 'TW2005',
    severity: 'warning',
    message: `\`${keyword}\` is not ${wanted}, so it is not checked`,
    at: node.source,
  } as const
}

type Present<Parts> = { [Name in keyof Parts]?: Exclude<Parts[Name], undefined> }

/** The parts that are present; `undefined` if there are none. */
function present<Parts extends object>(parts: Parts): Present<Parts> | undefined {
  const found: Present<Parts> = {}
  let some = false
  for (const name in parts) {
    const part = parts[name]
    if (!isPresent(part)) continue
    found[name] = part
    some = true
  }
  return some ? found : undefined
}

function isPresent<Part>(part: Part): part is Exclude<Part, undefined> {
  return part !== undefined
}
