import type { Model } from '../model.js'
import type { Declaration, Shape } from '../shapes/shape.js'
import type { Operation } from './operation.js'

/** The kinds of the arguments of each operation that are not plain strings. */
export function argumentKinds({ operations, declarations }: Model): {
  readonly [name: string]: Readonly<Record<string, string>>
} {
  const known = new Map(declarations.map((each) => [each.name, each]))
  const all = operations.flatMap((operation): [string, Readonly<Record<string, string>>][] => {
    const kinds = kindsOf(known, operation)
    return Object.keys(kinds).length > 0 ? [[operation.name, kinds]] : []
  })
  return Object.fromEntries(all)
}

type Known = ReadonlyMap<string, Declaration>

function kindsOf(known: Known, operation: Operation): { [name: string]: string } {
  return Object.fromEntries(
    operation.input.parameters.flatMap(({ name, shape }): [string, string][] => {
      const kind = kindOf(known, shape)
      return kind === undefined || kind === 'string' ? [] : [[name, kind]]
    }),
  )
}

/** `above` has the names that were followed to get here: a circular alias has no kind. */
function kindOf(known: Known, shape: Shape, above: readonly string[] = []): string | undefined {
  if (shape.kind === 'nullable') return kindOf(known, shape.shape, above)
  if (shape.kind === 'enumeration') return plainKind(typeof shape.values[0])
  if (shape.kind === 'list') {
    const item = kindOf(known, shape.items, above)
    return item === undefined || item.endsWith('[]') ? undefined : `${item}[]`
  }
  if (shape.kind === 'reference') {
    if (above.includes(shape.name)) return undefined
    const declaration = known.get(shape.name)
    return declaration && kindOf(known, declaration.shape, [...above, shape.name])
  }
  if (shape.kind !== 'scalar') return undefined
  if (shape.type === 'integer' || shape.type === 'number') return 'number'
  return shape.type === 'boolean' ? 'boolean' : 'string'
}

function plainKind(type: string): string | undefined {
  return type === 'number' || type === 'boolean' || type === 'string' ? type : undefined
}
