import {
  type Declaration,
  type DeclarationNames,
  type EmitterContext,
  namesIn,
  type Operation,
  type Shape,
  type Union,
} from 'tagwire/emitter'
import { type ExampleValues, exampleValues } from './example-values.js'
import type { PageKind } from './page.js'

/** A package, with what its pages need to know about it. */
export interface DescribedPackage extends EmitterContext {
  /** The variable of the client in examples: `routing`. */
  readonly client: string
  readonly byName: ReadonlyMap<string, Declaration>
  /** Names of the declarations that refer to a declaration. */
  readonly usedBy: ReadonlyMap<string, readonly string[]>
  /** The operations that mention a declaration directly. */
  readonly operationsOf: ReadonlyMap<string, readonly Operation[]>
  readonly examples: ExampleValues
  /** The path of the page of a declaration or an operation: `types/Asset`. */
  readonly pathOf: (described: Declaration | Operation) => string
}

export function describePackage(context: EmitterContext): DescribedPackage {
  const { model, names } = context
  const usedBy = new Map<string, string[]>()
  for (const { name: user, shape } of model.declarations) {
    for (const used of new Set(namesIn(shape))) {
      if (used === user) continue
      const others = usedBy.get(used)
      if (others) others.push(user)
      else usedBy.set(used, [user])
    }
  }
  const operationsOf = new Map<string, Operation[]>()
  for (const operation of model.operations) {
    for (const used of new Set(shapesOf(operation).flatMap(namesIn))) {
      const others = operationsOf.get(used)
      if (others) others.push(operation)
      else operationsOf.set(used, [operation])
    }
  }
  const paths = pagePaths(context)
  return {
    ...context,
    client: clientVariable(names.client.create),
    byName: new Map(model.declarations.map((each) => [each.name, each])),
    usedBy,
    operationsOf,
    examples: exampleValues(context),
    pathOf: (described) => paths.get(keyOf(described)) ?? '',
  }
}

function shapesOf({ input, outputs, failures }: Operation): Shape[] {
  const contents = [
    ...(input.body?.contents ?? []),
    ...[...outputs, ...failures].flatMap((each) => each.contents),
  ]
  return [...input.parameters.map((each) => each.shape), ...contents.map((each) => each.shape)]
}

export function kindOf({ names }: EmitterContext, described: Declaration | Operation): PageKind {
  if ('binding' in described) return described.binding.kind === 'http' ? 'operation' : 'method'
  const known = names.declaration(described.name)
  if (known?.union) return 'union'
  return known?.enumeration ? 'enum' : 'type'
}

/** An operation may have the name of a type. */
function keyOf(described: Declaration | Operation): string {
  return `${'binding' in described ? 'call' : 'type'} ${described.name}`
}

/** One file for each, also on file systems that treat `asset` and `Asset` as the same name. */
function pagePaths(context: EmitterContext): ReadonlyMap<string, string> {
  const { declarations, operations } = context.model
  const taken = new Set<string>()
  const free = (path: string, count = 1): string => {
    const tried = count === 1 ? path : `${path}-${count}`
    const key = tried.toLowerCase()
    return taken.size === taken.add(key).size ? free(path, count + 1) : tried
  }
  return new Map(
    [...operations, ...declarations].map((each) => {
      return [keyOf(each), free(`${kindOf(context, each)}s/${fileName(each.name)}`)]
    }),
  )
}

/** Longer names are unique by the number that `pagePaths` adds. */
const LONGEST_NAME = 100

/** Windows reserves these names, whatever comes after the dot. */
const DEVICES = /^(?:aux|con|nul|prn|com\d|lpt\d)$/i

/** A name that every file system takes. */
function fileName(name: string): string {
  const portable = name.replace(/[^A-Za-z0-9_]/g, '_').slice(0, LONGEST_NAME)
  return DEVICES.test(portable) ? `${portable}_` : portable
}

/** `routing` of `createRoutingClient`. */
function clientVariable(create: string): string {
  const name = create.replace(/^create/, '').replace(/Client$/, '')
  return name === '' ? 'client' : name.charAt(0).toLowerCase() + name.slice(1)
}

/** A union whose values say which kind they are. */
export interface TaggedDeclaration extends Declaration {
  readonly union: Union
  readonly isNullable: boolean
  readonly names: UnionNames
}

type UnionNames = NonNullable<DeclarationNames['union']>

export function asTagged(
  { names }: EmitterContext,
  each: Declaration,
): TaggedDeclaration | undefined {
  const { shape } = each
  const known = names.declaration(each.name)?.union
  const inner = shape.kind === 'nullable' ? shape.shape : shape
  if (!known || inner.kind !== 'union') return undefined
  return { ...each, union: inner, isNullable: inner !== shape, names: known }
}
