import type { Operation, Parameter } from '../../../generator/src/model/operations/operation.js'
import type { Shape } from '../../../generator/src/model/shapes/shape.js'

const source = { file: 'a.yaml', pointer: '' }

/** An operation that takes nothing and returns nothing, but for what is given. */
export function operation(name: string, more: Partial<Operation> = {}): Operation {
  return {
    id: name,
    name,
    tags: [],
    input: { parameters: [] },
    outputs: [],
    failures: [],
    binding: { kind: 'http', method: 'GET', path: `/${name}` },
    safe: true,
    idempotent: true,
    extensions: {},
    source,
    ...more,
  }
}

export function parameter(name: string, more: Partial<Parameter> = {}): Parameter {
  const shape: Shape = { kind: 'scalar', type: 'string' }
  return { name, place: 'query', shape, rule: {}, required: true, source, ...more }
}

export function answering(shape: Shape): Pick<Operation, 'outputs'> {
  return { outputs: [{ source, contents: [{ mediaType: 'application/json', shape, rule: {} }] }] }
}

export function failing(
  status: string | undefined,
  ...shapes: readonly Shape[]
): Operation['failures'] {
  const contents = shapes.map((shape) => ({ mediaType: 'application/json', shape, rule: {} }))
  return [{ source, contents, ...(status === undefined ? {} : { status }) }]
}
