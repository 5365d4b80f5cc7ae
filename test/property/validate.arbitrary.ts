import fc from 'fast-check'
import type { Choice, FieldRule, Rule } from '../../generator/src/model/rule.js'
import type { RuleOf } from '../../generator/src/model/rule-facts.js'
import type { Path } from './places.js'

export interface Change {
  readonly path: Path
  readonly to: unknown
  readonly gone?: true
  /** Where it is told; else at its place. */
  readonly told?: Path
}

/** A value that holds, and changes at one place each that make it fail exactly there. */
export interface Sample {
  readonly value: unknown
  readonly changes: readonly Change[]
}

const DEEPEST = 5

/** Values that follow a rule to the letter. */
export function sampleOf(ruleOf: RuleOf, rule: Rule, depth = 0): fc.Arbitrary<Sample> {
  const made = anyOf(ruleOf, rule, depth)
  const types = typesOf(ruleOf, rule)
  const wrong = types && WRONG.find((each) => !types.has(kindOf(each)))
  if (wrong === undefined) return made
  return made.map(({ value, changes }) => ({
    value,
    changes: [...changes, { path: [], to: wrong }],
  }))
}

const WRONG = [0.5, 'not this', true, null]

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** The JSON types that a rule admits; nothing where it admits any. */
function typesOf(ruleOf: RuleOf, rule: Rule, depth = 0): ReadonlySet<string> | undefined {
  const { types, values, reference, choices = [], nullable, record } = rule
  const extra = nullable ? ['null'] : []
  if (depth > 8) return undefined
  if (types)
    return new Set([...types.map((each) => (each === 'integer' ? 'number' : each)), ...extra])
  if (values) return new Set([...values.map(kindOf), ...extra])
  if (reference !== undefined) {
    const found = typesOf(ruleOf, ruleOf(reference) ?? {}, depth + 1)
    return found && new Set([...found, ...extra])
  }
  const [choice] = choices
  if (!choice || record) return undefined
  const members = choice.members.map((each) => typesOf(ruleOf, each, depth + 1))
  if (members.includes(undefined)) return undefined
  return new Set([...members.flatMap((each) => [...(each ?? [])]), ...extra])
}

function anyOf(ruleOf: RuleOf, rule: Rule, depth: number): fc.Arbitrary<Sample> {
  const { nullable, values, reference, choices = [], record, list, all } = rule
  if (nullable && depth > DEEPEST) return fc.constant(plain(null))
  if (nullable) {
    const { nullable: _, ...rest } = rule
    return fc.oneof({ arbitrary: anyOf(ruleOf, rest, depth), weight: 3 }, fc.constant(plain(null)))
  }
  if (values) return fc.constantFrom(...values).map((value) => broken(value, 'none of them'))
  if (all) throw new Error('no sample of an allOf yet')
  if (reference !== undefined) return anyOf(ruleOf, ruleOf(reference) ?? {}, depth)
  const [choice, ...more] = choices
  if (more.length > 0) throw new Error('no sample of two unions yet')
  if (choice && record && requiresOnly(choice)) return alternativesOf(ruleOf, rule, choice, depth)
  if (choice) return choiceOf(ruleOf, rule, choice, depth)
  if (record || rule.types?.includes('object')) return recordOf(ruleOf, rule, depth)
  if (list || rule.types?.[0] === 'array') return listOf(ruleOf, rule, depth)
  return scalarOf(rule)
}

function plain(value: unknown): Sample {
  return { value, changes: [] }
}

/** A value with others that do not hold in its place. */
function broken(value: unknown, ...wrong: readonly unknown[]): Sample {
  return { value, changes: wrong.map((to) => ({ path: [], to })) }
}

function choiceOf(
  ruleOf: RuleOf,
  rule: Rule,
  { members, tagging }: Choice,
  depth: number,
): fc.Arbitrary<Sample> {
  const inner = members.map((each) => anyOf(ruleOf, each, depth + 1))
  const any = fc.oneof(...inner).map((sample) => withTwoKinds(sample, tagging))
  // Nothing tells which member a changed value was, so no change inside has one place to be told at.
  if (!tagging) return any.map(({ value }) => plain(value))
  if (!rule.record) return any
  return fc.tuple(recordOf(ruleOf, { ...rule, choices: [] }, depth), any).map(([beside, one]) => ({
    value: { ...Object(beside.value), ...Object(one.value) },
    changes: [...beside.changes, ...one.changes],
  }))
}

/** `anyOf: [{ required: [a] }, { required: [b] }]`: says which fields have to be there. */
function requiresOnly({ members }: Choice): boolean {
  return members.every(({ source: _, record, ...more }) => {
    return record?.fields.length === 0 && Object.keys(more).length === 0
  })
}

/** The fields of each alternative are there; where one goes, another alternative may still hold. */
function alternativesOf(
  ruleOf: RuleOf,
  { choices: _, record, ...rule }: Rule,
  { members }: Choice,
  depth: number,
): fc.Arbitrary<Sample> {
  const named = members.flatMap((each) => each.record?.required ?? [])
  const all = members.map(({ record: own }): Rule => {
    const fields = (record?.fields ?? []).map((field) =>
      own?.required.includes(field.name) ? { ...field, required: true } : field,
    )
    return { ...rule, ...(record ? { record: { ...record, fields } } : {}) }
  })
  return fc.oneof(...all.map((each) => recordOf(ruleOf, each, depth))).map((sample) => ({
    ...sample,
    changes: sample.changes.filter(
      ({ path: [name, ...inner], gone }) =>
        !(gone && inner.length === 0 && named.includes(String(name))),
    ),
  }))
}

/** One more key that says another kind. */
function withTwoKinds({ value, changes }: Sample, tagging: Choice['tagging']): Sample {
  const keys = tagging?.style === 'key' ? tagging.tags.filter((each) => !each.unit) : []
  const held = new Set(Object.keys(Object(value)))
  const other = keys.find(({ tag }) => !held.has(tag))
  if (!other || typeof value !== 'object') return { value, changes }
  return { value, changes: [...changes, { path: [other.tag], to: {}, told: [] }] }
}

function recordOf(ruleOf: RuleOf, { record }: Rule, depth: number): fc.Arbitrary<Sample> {
  const fields = (record?.fields ?? []).filter((field) => field.required || depth < DEEPEST)
  const rest = record?.rest && !record.rest.never && depth < DEEPEST ? record.rest : undefined
  const parts = fields.map((field) => fieldOf(ruleOf, field, depth))
  const more = rest
    ? fc.dictionary(fc.stringMatching(/^[a-z]{1,8}-[0-9]$/), sampleOf(ruleOf, rest, depth + 1), {
        maxKeys: 3,
      })
    : fc.constant<Record<string, Sample>>({})
  return fc.tuple(fc.tuple(...parts), more).map(([named, others]) => {
    const entries = [
      ...named.flatMap((each) => each ?? []),
      ...Object.entries(others).map(([name, sample]) => ({ name, sample, required: false })),
    ]
    return {
      value: Object.fromEntries(entries.map(({ name, sample }) => [name, sample.value])),
      changes: entries.flatMap(({ name, sample, required }) => [
        ...below(name, sample),
        ...(required ? [{ path: [name], to: undefined, gone: true as const }] : []),
      ]),
    }
  })
}

interface Entry {
  readonly name: string
  readonly sample: Sample
  readonly required: boolean
}

function fieldOf(ruleOf: RuleOf, field: FieldRule, depth: number): fc.Arbitrary<Entry[]> {
  const made = sampleOf(ruleOf, field.rule, depth + 1).map((sample): Entry[] => [
    { name: field.name, sample, required: field.required },
  ])
  return field.required ? made : fc.oneof(made, fc.constant<Entry[]>([]))
}

function below(key: string | number, { changes }: Sample): Sample['changes'] {
  return changes.map((change) => ({
    ...change,
    path: [key, ...change.path],
    ...(change.told ? { told: [key, ...change.told] } : {}),
  }))
}

function listOf(ruleOf: RuleOf, { list }: Rule, depth: number): fc.Arbitrary<Sample> {
  const maxLength = depth < DEEPEST ? 3 : 0
  const items = sampleOf(ruleOf, depth < DEEPEST ? (list?.items ?? {}) : {}, depth + 1)
  return fc.array(items, { maxLength }).map((samples) => ({
    value: samples.map((each) => each.value),
    changes: samples.flatMap((each, index) => below(index, each)),
  }))
}

const DIGITS = fc.bigInt({ min: 0n, max: 9223372036854775807n }).map(String)

const TEXTS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  int64: DIGITS,
  uint64: DIGITS,
  integer: fc.bigInt().map(String),
  decimal: fc.tuple(fc.integer(), fc.nat()).map(([whole, part]) => `${whole}.${part}`),
  hex: fc
    .uint8Array({ maxLength: 8 })
    .map((bytes) => Buffer.from(bytes).toString('hex').toUpperCase()),
  'hex-lower': fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes).toString('hex')),
  base64: fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  uri: fc.webUrl(),
  'date-time': fc
    .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
    .map((date) => date.toISOString()),
}

function scalarOf({ types, text, number }: Rule): fc.Arbitrary<Sample> {
  const [type] = types ?? []
  const made = TEXTS[text?.format ?? '']
  if (type === 'string' && made) return made.map((value) => broken(value, '!', 'ä'))
  if (type === 'string') return fc.string().map(plain)
  if (type === 'boolean') return fc.boolean().map(plain)
  if (type === 'null') return fc.constant(plain(null))
  if (type === undefined) return fc.jsonValue({ maxDepth: 1 }).map(plain)
  const { least, most } = number ?? {}
  const beyond = [
    ...(least === undefined ? [] : [least - 1]),
    ...(most === undefined ? [] : [most + 1]),
  ]
  const within = fc.integer({ min: least ?? -1000, max: most ?? 1000 })
  return within.map((value) => broken(value, ...beyond))
}
