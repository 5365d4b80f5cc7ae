import fc from 'fast-check'
import type { Case, Field, Shape, Tagging, Union } from '../../generator/src/model/shape.js'

const source = { file: 'random', pointer: '' }

/** Names that are ordinary, and names that trip over objects, YAML, regular expressions and code. */
const HOSTILE = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'prototype',
  '',
  ' ',
  '$ref',
  '$id',
  '*/',
  '//',
  "a'b",
  'a"b',
  `\`\${x}\``,
  '\\',
  '\n',
  '\u2028',
  '\ud800',
  '~1',
  'a/b',
  '%2F',
  '<<',
  'null',
  'true',
  'type',
  'value',
  'oneOf',
  'required',
  'properties',
  'x-tagwire-tag',
  'größe',
  '漢字',
]

const name: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c', 'swap', 'transfer', 'tx_index', 'kind') },
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
  // Objects of JavaScript put names that look like indices first, which is not what this is about.
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }).filter((text) => !/^\d+$/.test(text)) },
)

const scalar: fc.Arbitrary<Shape> = fc.oneof(
  fc.constantFrom<Shape>(
    { kind: 'scalar', type: 'string' },
    { kind: 'scalar', type: 'string', format: 'int64' },
    { kind: 'scalar', type: 'integer' },
    { kind: 'scalar', type: 'boolean' },
  ),
  fc
    .uniqueArray(name, { minLength: 2, maxLength: 4 })
    .map((values): Shape => ({ kind: 'enumeration', values, open: true })),
)

function fieldsOf(names: readonly string[], shapes: readonly Shape[], required: number): Field[] {
  return names.map((each, index) => ({
    name: each,
    shape: shapes[index] ?? { kind: 'scalar', type: 'string' },
    required: ((required >> index) & 1) === 1,
    source,
  }))
}

const record: fc.Arbitrary<Shape> = fc
  .tuple(
    fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
    fc.array(scalar, { minLength: 3, maxLength: 3 }),
    fc.nat(7),
    fc.option(scalar, { nil: undefined, freq: 8 }),
  )
  .map(([names, shapes, required, rest]) => ({
    kind: 'record',
    fields: fieldsOf(names, shapes, required),
    ...(rest ? { rest } : {}),
  }))

const payload: fc.Arbitrary<Shape> = fc.oneof(
  scalar,
  record,
  scalar.map((items): Shape => ({ kind: 'list', items })),
  scalar.map((values): Shape => ({ kind: 'map', values })),
  scalar.map((shape): Shape => ({ kind: 'nullable', shape })),
)

const style = fc.constantFrom('key', 'property', 'pair')

function caseOf(tag: string | number | boolean, shape: Shape | undefined): Case {
  const tagValue = typeof tag === 'string' ? {} : { tagValue: tag }
  return {
    source,
    tag: String(tag),
    ...tagValue,
    name: String(tag),
    ...(shape ? { payload: shape } : {}),
  }
}

/** Tags that are no text, one for each case that may have one. */
const values = fc.uniqueArray(fc.oneof(fc.integer(), fc.constantFrom(1.5, -0.25), fc.boolean()), {
  minLength: 5,
  maxLength: 5,
  selector: String,
})

/**
 * Any union whose names do not meet each other: tags, shared fields and the two places are all
 * different, and no payload uses the name of a place or of a shared field.
 */
export const union: fc.Arbitrary<Union> = fc
  .tuple(
    style,
    fc.uniqueArray(name, { minLength: 4, maxLength: 10 }),
    fc.nat(2),
    fc.array(fc.option(payload, { nil: undefined, freq: 4 }), { minLength: 5, maxLength: 5 }),
    fc.array(record, { minLength: 5, maxLength: 5 }),
    fc.array(scalar, { minLength: 2, maxLength: 2 }),
    fc.nat(3),
    values,
    fc.oneof(fc.constant(0), fc.nat(31)),
  )
  .map(([kind, names, shared, payloads, records, scalars, required, untexted, which]): Union => {
    const [property = 'type', content = 'value', ...others] = names
    const common = fieldsOf(others.slice(0, Math.min(shared, others.length - 1)), scalars, required)
    const tags = others.slice(common.length).slice(0, 5)
    const taken = new Set([property, content, ...common.map((field) => field.name)])
    const cases = tags.map((tag, index) => {
      const absent = payloads[index] === undefined
      const inner = absent ? undefined : without(records[index], taken)
      const value = untexted[index]
      const asValue = kind !== 'key' && (which >> index) % 2 === 1 && !names.includes(String(value))
      return caseOf(
        asValue && value !== undefined ? value : tag,
        kind === 'property' ? inner : payloads[index],
      )
    })
    const tagging: Tagging =
      kind === 'key'
        ? { style: 'key' }
        : kind === 'property'
          ? { style: 'property', property }
          : { style: 'pair', property, content }
    return { kind: 'union', tagging, cases, common }
  })

function without(shape: Shape | undefined, taken: ReadonlySet<string>): Shape | undefined {
  if (shape?.kind !== 'record') return undefined
  const fields = shape.fields.filter((field) => !taken.has(field.name))
  return fields.length > 0 ? { ...shape, fields } : undefined
}
