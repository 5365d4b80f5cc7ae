export const leaf = { type: 'object', required: ['k'], properties: { k: { const: 'leaf' } } }

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

export function ref(name: string): object {
  return { $ref: `#/components/schemas/${name}` }
}

/** An OpenAPI document with one operation, which responds with the first schema. */
export function open(schemas: Readonly<Record<string, unknown>>, more: object = {}): string {
  const [first] = Object.keys(schemas)
  const content = first === undefined ? {} : { 'application/json': { schema: ref(first) } }
  const get = { operationId: 'read', responses: { 200: { description: 'Fine.', content } } }
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Hostile', version: '1' },
    paths: { '/read': { get } },
    components: { schemas },
    ...more,
  })
}

/** An OpenRPC document whose only method returns the first schema. */
export function openRpc(schemas: Readonly<Record<string, unknown>>): string {
  const [first = ''] = Object.keys(schemas)
  return JSON.stringify({
    openrpc: '1.3.2',
    info: { title: 'Hostile', version: '1' },
    methods: [{ name: 'read', params: [], result: { name: 'read', schema: ref(first) } }],
    components: { schemas },
  })
}

/** A schema inside a schema, `count` times. */
export function nest(
  count: number,
  innermost: object,
  step: (inner: object, index: number) => object,
): object {
  return range(count).reduceRight(step, innermost)
}

/** Named schemas, each of which refers to the next. */
export function steps(
  count: number,
  last: object,
  step: (next: object, index: number) => object,
  name = 'S',
): Record<string, object> {
  const all = range(count).map((index) => [
    `${name}${index}`,
    step(ref(`${name}${index + 1}`), index),
  ])
  return Object.fromEntries([...all, [`${name}${count}`, last]])
}
