import { leaf, open, range, steps } from './hostile-parts.fixture.js'

/** Documents that ask for much of each value, which samples are drawn and checked for. */
export const samples: Record<string, string> = {
  'conditions in conditions': open(
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    steps(30, leaf, (each) => ({ if: each, then: each, else: each })),
  ),
  'exclusions of exclusions': open(steps(30, leaf, (each) => ({ not: { allOf: [each, each] } }))),
  'two items of two items': open(
    steps(20, leaf, (each) => ({
      type: 'array',
      contains: each,
      items: each,
      prefixItems: [each, each],
    })),
  ),
  'three items of three items': open(
    steps(30, leaf, (items) => ({ type: 'array', minItems: 3, items })),
  ),
  'six fields of six fields': open(
    steps(12, leaf, (each) => ({
      type: 'object',
      required: range(6).map((n) => `p${n}`),
      properties: Object.fromEntries(range(6).map((n) => [`p${n}`, each])),
    })),
  ),
  'a billion items': open({
    S0: { type: 'array', minItems: 1e9, items: { type: 'string', minLength: 1e9 } },
  }),
  'a billion keys': open({ S0: { type: 'object', minProperties: 1e9 } }),
  'a billion characters': open({
    S0: { type: 'object', required: ['a'], properties: { a: { type: 'string', minLength: 1e9 } } },
  }),
}
