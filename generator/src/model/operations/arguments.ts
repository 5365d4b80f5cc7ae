import type { Input, Parameter, ParameterPlace } from './operation.js'

/** The places in order of precedence: a later one never renames an earlier one. */
const ORDER: readonly ParameterPlace[] = [
  'params',
  'path',
  'query',
  'querystring',
  'header',
  'cookie',
]

/**
 * The names of the arguments. An argument has the name of its parameter. If several places use
 * the same name, the first of path, query, header and cookie keeps it, and the others get their
 * place as a prefix: `query_type`. If there is a body, `body` is the body.
 */
export function argumentNames({ parameters, body }: Input): ReadonlyMap<Parameter, string> {
  const wire = new Set(parameters.map((each) => each.name))
  const taken = new Set(body ? ['body'] : [])
  const names = new Map<Parameter, string>()
  const inOrder = [...parameters].sort(
    (left, right) => ORDER.indexOf(left.place) - ORDER.indexOf(right.place),
  )
  for (const parameter of inOrder) {
    const { name, place } = parameter
    const chosen = taken.has(name) ? free(`${place}_${name}`, taken, wire) : name
    taken.add(chosen)
    names.set(parameter, chosen)
  }
  return names
}

function free(name: string, taken: ReadonlySet<string>, wire: ReadonlySet<string>): string {
  return taken.has(name) || wire.has(name) ? free(`${name}_`, taken, wire) : name
}
