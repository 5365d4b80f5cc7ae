import { leaf, nest, open, openRpc, range, ref, steps } from './hostile-parts.fixture.js'
import { samples } from './hostile-samples.fixture.js'

/** A document of a few kilobytes that asks for more time, memory or disk than anybody has. */
export interface HostileDocument {
  readonly name: string
  readonly text: string
}

const kind = (index: number): object => ({
  type: 'object',
  required: ['k'],
  properties: { k: { const: `k${index}` } },
})
const narrowed = (each: object): object => ({ ...each, required: ['k'] })

/** Unions that contain unions, and what may be between two of them. */
function unions(word: 'oneOf' | 'anyOf'): Record<string, string> {
  const inside = (count: number, step: (inner: object, index: number) => object): string =>
    open({ S0: nest(count, leaf, step) })
  return {
    'in unions': inside(20, (each, n) => ({ [word]: [each, kind(n)] })),
    'in unions, 90 levels': inside(90, (each, n) => ({ [word]: [each, kind(n)] })),
    'of lists': inside(20, (each, n) => ({ [word]: [{ type: 'array', items: each }, kind(n)] })),
    'in lists': inside(20, (each) => ({
      type: 'array',
      items: { [word]: [each, { type: 'integer' }] },
    })),
    'beside properties': inside(20, (each, n) => ({
      properties: { [`p${n}`]: { type: 'string' } },
      [word]: [each, kind(n)],
    })),
    'in allOf': inside(20, (each, n) => ({
      allOf: [{ [word]: [each, kind(n)] }, { properties: { [`p${n}`]: { type: 'string' } } }],
    })),
    'of references': open({
      ...steps(20, leaf, (each, n) => ({ [word]: [each, ref(`T${n}`)] })),
      ...steps(20, leaf, (each, n) => ({ [word]: [each, kind(n)] }), 'T'),
    }),
    'that all refer to each other': open(
      Object.fromEntries(
        range(30).map((n) => [`S${n}`, { [word]: range(30).map((other) => ref(`S${other}`)) }]),
      ),
    ),
    'of a thousand equal members': open({
      S0: { [word]: range(1000).map(() => ref('S1')) },
      S1: {
        type: 'object',
        properties: Object.fromEntries(range(200).map((n) => [`p${n}`, { type: 'string' }])),
      },
    }),
    'of which all are combined': open({
      S0: {
        allOf: range(6).map((part) => ({
          properties: {
            f: {
              [word]: range(30).map((n) => ({
                type: 'array',
                items: { type: 'object', properties: { [`p${part}_${n}`]: { type: 'string' } } },
              })),
            },
          },
        })),
      },
    }),
  }
}

/** References with siblings, which are merged into a copy at each place. */
const copies: Record<string, string> = {
  'in properties': open(
    steps(18, leaf, (each) => ({
      type: 'object',
      properties: { a: narrowed(each), b: narrowed(each) },
    })),
  ),
  'in properties, 100 levels': open(
    steps(100, leaf, (each) => ({
      type: 'object',
      properties: { a: narrowed(each), b: narrowed(each) },
    })),
  ),
  'in lists': open(
    steps(18, leaf, (each) => ({
      type: 'object',
      properties: {
        a: { type: 'array', items: narrowed(each) },
        b: { type: 'array', items: narrowed(each) },
      },
    })),
  ),
  'in tuples': open(
    steps(18, leaf, (each) => ({
      type: 'object',
      properties: { a: { prefixItems: [narrowed(each), narrowed(each)] } },
    })),
  ),
  'in maps': open(
    steps(18, leaf, (each) => ({
      type: 'object',
      patternProperties: { a: narrowed(each), b: narrowed(each) },
    })),
  ),
  'in unions': open(
    steps(18, leaf, (each) => ({ oneOf: [narrowed(each), { ...each, required: ['z'] }] })),
  ),
  'in allOf': open(
    steps(18, leaf, (each) => ({
      type: 'object',
      properties: {
        a: { allOf: [each, { required: ['k'] }] },
        b: { allOf: [each, { properties: { y: { type: 'string' } } }] },
      },
    })),
  ),
  'in two parts of an allOf': open(
    steps(18, leaf, (each) => ({
      allOf: [
        { properties: { a: narrowed(each), b: narrowed(each) } },
        { properties: { a: narrowed(each), b: narrowed(each) } },
      ],
    })),
  ),
  'to themselves': open({
    S0: {
      type: 'object',
      properties: { a: narrowed(ref('S0')), b: { ...ref('S0'), required: ['b'] } },
    },
  }),
  'with a long description': open(
    steps(
      11,
      { ...leaf, properties: { k: { type: 'string', description: 'Long. '.repeat(7000) } } },
      (each) => ({ type: 'object', properties: { a: narrowed(each), b: narrowed(each) } }),
    ),
  ),
  'with many values': open(
    steps(
      11,
      { ...leaf, properties: { k: { type: 'string', enum: range(4000).map((n) => `v${n}`) } } },
      (each) => ({ type: 'object', properties: { a: narrowed(each), b: narrowed(each) } }),
    ),
  ),
  'in OpenRPC': openRpc(
    steps(18, leaf, (each) => ({
      type: 'object',
      properties: { a: { allOf: [each, { required: ['k'] }] }, b: { allOf: [each, kind(1)] } },
    })),
  ),
}

const others: Record<string, string> = {
  'lists of several types': open({
    S0: nest(60, leaf, (items) => ({ type: ['array', 'object', 'string'], items })),
  }),
  'schemas that are all parts of each other': open(
    Object.fromEntries(
      range(25).map((n) => [
        `S${n}`,
        { allOf: range(25).flatMap((other) => (other === n ? [] : [ref(`S${other}`)])) },
      ]),
    ),
  ),
  'a template that uses others twice': open(
    Object.fromEntries([
      ...range(16).map((n) => [
        `T${n}`,
        {
          $id: `t${n}`,
          $dynamicAnchor: `n${n}`,
          type: 'object',
          properties: {
            a: { $ref: `t${n + 1}` },
            b: { $ref: `t${n + 1}` },
            c: { $dynamicRef: `#n${n}` },
          },
        },
      ]),
      ['T16', { $id: 't16', type: 'object', properties: { c: { $dynamicRef: '#n0' } } }],
      ...range(16).map((n) => [
        `U${n}`,
        {
          $id: `u${n}`,
          $defs: { x: { $dynamicAnchor: `n${n}`, type: 'string' } },
          $ref: `t${n}`,
        },
      ]),
    ]),
  ),
  'conditions that lead to one another': open(
    Object.fromEntries(
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      range(100).map((n) => [`S${n}`, { if: ref(`S${(n + 1) % 100}`), then: { type: 'string' } }]),
    ),
  ),
  'exclusions that all lead to one another': open(
    Object.fromEntries(
      range(12).map((n) => [
        `S${n}`,
        { anyOf: [{ type: 'string' }, ...range(12).map((other) => ({ not: ref(`S${other}`) }))] },
      ]),
    ),
  ),
  'tags of unions in unions': open(
    steps(
      100,
      {
        oneOf: range(30).map((n) => ({
          ...leaf,
          properties: { k: { enum: range(60).map((v) => `${n}_${v}`) } },
        })),
      },
      (each, n) => ({ oneOf: [each, kind(n)] }),
    ),
  ),
  'a thousand references without a target': open(
    Object.fromEntries(range(1000).map((n) => [`S${n}`, ref(`X${n}`)])),
  ),
  'a variable that an address repeats': open(
    {},
    {
      servers: [
        {
          url: `https://x/${'{a}'.repeat(3000)}`,
          variables: { a: { default: 'z'.repeat(9000) } },
        },
      ],
    },
  ),
  'an example of unions': open({
    ...steps(20, leaf, (each) => ({
      anyOf: [each, { allOf: [each, { required: ['z'] }] }],
    })),
    Example: { allOf: [ref('S0')], example: {} },
  }),
}

export const hostileDocuments: readonly HostileDocument[] = [
  ...named('oneOf', unions('oneOf')),
  ...named('anyOf', unions('anyOf')),
  ...named('$ref with siblings', copies),
  ...named('', others),
  ...named('', samples),
]

function named(group: string, texts: Readonly<Record<string, string>>): HostileDocument[] {
  return Object.entries(texts).map(([name, text]) => ({ name: `${group} ${name}`.trim(), text }))
}
