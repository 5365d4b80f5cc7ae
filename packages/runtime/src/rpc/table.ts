import type { RpcMethod, RpcParam } from './method.js'

/** The properties of a method. By default, a method is safe to repeat. */
export interface MethodFacts extends Partial<Omit<RpcMethod, 'name' | 'params' | 'types'>> {
  /** The names of required parameters. */
  readonly required?: readonly string[]
}

type Params = Readonly<Record<string, RpcParam['kind']>>

/**
 * The parameters and properties of a method, preceded by its name on the wire unless that is the key of
 * the row in snake case.
 */
export type MethodRow =
  | readonly [params?: Params, facts?: MethodFacts]
  | readonly [name: string, params?: Params, facts?: MethodFacts]

/** Builds methods from the rows of a generated table: `block: [{ height: 'integer' }]`. */
export function methodTable<Name extends string>(
  rows: Readonly<Record<Name, MethodRow>>,
): Record<Name, RpcMethod<never, never, never>> {
  const methods: Record<string, RpcMethod<never, never, never>> = {}
  for (const [key, row] of Object.entries<MethodRow>(rows)) {
    const wireName = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const [name, params = {}, facts = {}] = isNamed(row) ? row : [wireName, ...row]
    const { required = [], ...special } = facts
    methods[key] = {
      name,
      safe: true,
      params: Object.entries(params).map(([name, kind]) => ({
        name,
        kind,
        required: required.includes(name),
      })),
      ...special,
    }
  }
  // The compiler cannot see that the loop creates one method for each row.
  return methods as Record<Name, RpcMethod<never, never, never>>
}

function isNamed(row: MethodRow): row is Extract<MethodRow, readonly [name: string, ...unknown[]]> {
  return typeof row[0] === 'string'
}
