import {
  type Declaration,
  type DeclarationNames,
  type EmitterContext,
  namesIn,
  type Operation,
  type PageKind,
  type Shape,
  type Union,
} from 'tagwire/emitter'
import { type ExampleValues, exampleValues } from './example-values.js'

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
  readonly linkOf: Links
}

export function describePackage(context: EmitterContext, linkOf: Links): DescribedPackage {
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
  return {
    ...context,
    client: clientVariable(names.client.create),
    byName: new Map(model.declarations.map((each) => [each.name, each])),
    usedBy,
    operationsOf,
    examples: exampleValues(context),
    pathOf: (described) => names.page(described)?.path ?? '',
    linkOf,
  }
}

function shapesOf({ input, outputs, failures }: Operation): Shape[] {
  const contents = [
    ...(input.body?.contents ?? []),
    ...[...outputs, ...failures].flatMap((each) => each.contents),
  ]
  return [...input.parameters.map((each) => each.shape), ...contents.map((each) => each.shape)]
}

/** Where a file in the root of the package leads to for an operation or a declaration. */
export type Links = (described: Declaration | Operation) => string | undefined

/** The page of the site, otherwise the file that declares it. */
export function linksOf({ names }: EmitterContext): Links {
  return (described) => names.page(described)?.url ?? sourceOf(names, described)
}

function sourceOf(
  names: EmitterContext['names'],
  described: Declaration | Operation,
): string | undefined {
  if ('binding' in described) return names.parts.includes('client') ? 'src/client.ts' : undefined
  return names.declaration(described.name)?.module.replace(/^\.\/(.*)\.js$/, 'src/$1.ts')
}

export function kindOf({ names }: EmitterContext, described: Declaration | Operation): PageKind {
  return names.page(described)?.kind ?? 'type'
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
