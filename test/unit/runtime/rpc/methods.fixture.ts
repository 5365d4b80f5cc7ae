import type { RpcMethod, RpcParam } from '../../../../packages/runtime/src/rpc/index.js'

/** A method as it is generated; its parameters are optional but for those that `required` names. */
export function methodOf(
  name: string,
  params: Readonly<Record<string, RpcParam['kind']>>,
  { required = [], ...more }: Partial<RpcMethod> & { readonly required?: readonly string[] } = {},
): RpcMethod {
  const listed = Object.entries(params).map(([name, kind]) => {
    return { name, kind, required: required.includes(name) }
  })
  return { name, safe: true, params: listed, ...more }
}
