import type { Random } from '../fixtures/random.js'
import { object, SELF, whole } from './keyword-row.js'
import { KEYWORDS_OF_31 } from './keywords-of-31.js'
import { KEYWORDS } from './keywords-of-all.js'
import type { Family, Schema, Version } from './random-schemas.js'

const ROWS = [...KEYWORDS, ...KEYWORDS_OF_31]

/** One keyword, or several that belong together, with values of which some are valid and some are not. */
export interface KeywordCase {
  readonly word: string
  readonly family: Family
  readonly values: readonly unknown[]
  /** Whether JSON Schema alone says what is valid: no tag, no format, no list that is open. */
  readonly isExact: boolean
}

type Wrap = readonly [name: string, schema: (of: Schema) => Schema, value: (of: unknown) => unknown]

/** Where a schema can be. */
const PLACES: readonly Wrap[] = [
  ['alone', (of) => of, (of) => of],
  ['field', (of) => object({ p: of }, { required: ['p'] }), (p) => ({ p })],
  ['items', (of) => ({ type: 'array', items: of }), (of) => [of]],
  ['allOf', (of) => ({ allOf: [of, {}] }), (of) => of],
  ['anyOf', (of) => ({ anyOf: [of, { type: 'boolean' }] }), (of) => of],
  [
    'oneOf',
    (of) => ({
      oneOf: [object({ q: of }, { required: ['q'], additionalProperties: false }), whole],
    }),
    (q) => ({ q }),
  ],
  ['record', (of) => ({ type: 'object', additionalProperties: of }), (of) => ({ some: of })],
  ['reference', (of) => of, (of) => of],
]

/** A keyword, each in turn, at a random place, as the schema of that name. */
export function keywordCase(
  name: string,
  version: Version,
  random: Random,
  index: number,
): KeywordCase {
  const rows = ROWS.filter(({ only }) => only === undefined || only === version)
  const row = rows[index % rows.length]
  const outer = random.pick(PLACES)
  const inner = random.once(3) ? random.pick(PLACES) : PLACES[0]
  if (!row || !outer || !inner) throw new Error('nothing to pick from')
  const own = typeof row.schema === 'function' ? row.schema() : row.schema
  // What refers to its own name has to be there.
  const isNamed =
    JSON.stringify(own).includes(`schemas/${SELF}"`) || JSON.stringify(own).includes(`${SELF}/`)
  const places = isNamed ? [] : [inner, outer]
  const around = places.reduce((schema, [place, wrap]) => {
    return place === 'reference' ? { allOf: [schema] } : wrap(schema)
  }, own)
  const wrapped = (value: unknown): unknown => places.reduce((of, [, , wrap]) => wrap(of), value)
  const all = {
    [SELF]: around,
    ...Object.fromEntries(
      Object.entries(row.others ?? {}).map(([key, each]) => [SELF + key, each]),
    ),
  }
  const family: Family = JSON.parse(JSON.stringify(all).replaceAll(SELF, name))
  return {
    word: row.word,
    family,
    values: row.values.map(wrapped),
    isExact: row.isExact !== false && !JSON.stringify(around).includes('"oneOf":[{"type":"object"'),
  }
}

/** All keywords of a version, by the words of their rows. */
export function keywordsOf(version: Version): string[] {
  return ROWS.flatMap(({ word, only }) => (only === undefined || only === version ? [word] : []))
}
