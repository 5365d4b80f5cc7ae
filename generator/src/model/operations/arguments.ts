import type { Input, Parameter, Place } from './operation.js'

/** Whose name stays when several places have one: nothing that comes later renames what was there. */
const ORDER: readonly Place[] = ['params', 'path', 'query', 'querystring', 'header', 'cookie']

/**
 * The names of the arguments. An argument is called like its parameter; where several places have
 * that name, the first of path, query, header and cookie keeps it and the others put their place in
 * front: `query_type`. `body` is the body wherever there is one.
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
