import { type ShapeScope, typeText } from '../../../generator/src/emit/typescript/type-text.js'
import { asStringEnum, asTagged } from '../../../generator/src/model/exported-names.js'
import type { Model } from '../../../generator/src/model/model.js'
import { camelCase } from '../../../generator/src/model/names.js'
import { namesIn, partsOf } from '../../../generator/src/model/shapes/parts.js'
import type { Declaration, Shape } from '../../../generator/src/model/shapes/shape.js'
import { clientNames } from '../../../generator/src/view/client-names.js'
import { type PackageView, packageView } from '../../../generator/src/view/package-view.js'
import { type ExampleValues, exampleValues } from './example-values.js'

/** A package as its reference pages need it. */
export interface DescribedPackage {
  readonly view: PackageView
  /** The folder of its pages: `routing`. */
  readonly folder: string
  /** What examples call the client: `routing`. */
  readonly client: string
  /** The name of the function that makes the client. */
  readonly create: string
  readonly byName: ReadonlyMap<string, Declaration>
  /** Names of the declarations that refer to a declaration. */
  readonly usedBy: ReadonlyMap<string, readonly string[]>
  readonly examples: ExampleValues
}

export function describePackage(model: Model, name: string): DescribedPackage {
  const folder = name.replace(/^@[^/]+\//, '')
  const usedBy = new Map<string, string[]>()
  for (const { name: user, shape } of model.declarations) {
    for (const used of new Set(namesIn(shape))) {
      if (used !== user) usedBy.set(used, [...(usedBy.get(used) ?? []), user])
    }
  }
  const view = packageView(model, { name, version: '', runtime: '', document: model.document.file })
  return {
    view,
    folder,
    client: camelCase(folder),
    create: clientNames(name).create,
    byName: new Map(model.declarations.map((each) => [each.name, each])),
    usedBy,
    examples: exampleValues(model),
  }
}

/** Where the page of a declaration is. */
export function pathOf({ folder }: DescribedPackage, declaration: Declaration): string {
  if (asTagged(declaration)) return `${folder}/unions/${declaration.name}`
  const group = asStringEnum(declaration) ? 'enums' : 'types'
  return `${folder}/${group}/${declaration.name}`
}

const SCOPE: ShapeScope = {
  refer: (name) => name,
  leavesOut: 'write',
  asRecord: () => true,
  platform: (name) => name,
}

/** The type as a program would write it, on one line and without comments. */
export function plainType(shape: Shape): string {
  return typeText(withoutText(shape), SCOPE).replace(/\s+/g, ' ')
}

/** Types in a table are too small for comments. */
function withoutText(shape: Shape): Shape {
  if (shape.kind !== 'record') return shape
  const fields = shape.fields.map(({ name, shape: inner, required, source }) => {
    return { name, required, source, shape: withoutText(inner) }
  })
  return { ...shape, fields }
}

/** Names of declarations in a shape, outermost first. */
export function referencesIn(shape: Shape): string[] {
  if (shape.kind === 'reference') return [shape.name]
  return [...new Set(partsOf(shape).flatMap(referencesIn))]
}
