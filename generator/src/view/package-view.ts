import { asStringEnum, asTagged, exportsOf } from '../model/exported-names.js'
import type { Model } from '../model/model.js'
import { freeName } from '../model/names.js'
import { type DateForm, PARTS, type Part } from '../model/package-parts.js'
import { atLeastOne } from '../model/shapes/at-least-one.js'
import { namesWithInputType } from '../model/shapes/input-type-names.js'
import { recursiveAliases } from '../model/shapes/parts.js'
import type { Declaration } from '../model/shapes/shape.js'

/** What emitters know beside the model: who the package is, and where things of it stand. */
export interface PackageView {
  readonly model: Model
  /** The npm name. */
  readonly name: string
  readonly version: string
  /** The version range of the runtime that the package depends on. */
  readonly runtime: string
  /** What the package has beside its types. */
  readonly parts: ReadonlySet<Part>
  /** The document's path as headers and `@see` lines give it. */
  readonly document: string
  /** What times are where the client gives them: text as it travels, or a `Date`. */
  readonly dates: DateForm
  /** Whether what types describe can only be read. */
  readonly isReadonly: boolean
  /** The package that has the world of the mock, when it is not this one. */
  readonly worldPackage?: string
  /** The file without extension that declares a name of the document. */
  readonly homeOf: (name: string) => 'types' | 'unions' | 'enums' | 'decode' | undefined
  /** Every name that declarations add to the package. */
  readonly names: ReadonlySet<string>
  /** Names of aliases that contain themselves. */
  readonly recursive: ReadonlySet<string>
  /** Declarations whose input differs from their output, each with the name of its input. */
  readonly inputTypeNames: ReadonlyMap<string, string>
  /** Members of bodies of which at least one has to be there, by declaration. */
  readonly atLeastOne: ReadonlyMap<string, readonly (readonly string[])[]>
}

export function packageView(
  model: Model,
  identity: Pick<PackageView, 'name' | 'version' | 'runtime' | 'document' | 'worldPackage'> & {
    readonly parts?: readonly Part[]
    readonly dates?: DateForm
    readonly isReadonly?: boolean
  },
): PackageView {
  const homes = new Map(model.declarations.map((each) => [each.name, homeOf(each)]))
  const names = new Set(model.declarations.flatMap(exportsOf))
  const inputTypeNames = freeInputNames(namesWithInputType(model.declarations), names)
  return {
    ...identity,
    dates: identity.dates ?? 'text',
    isReadonly: identity.isReadonly ?? false,
    model,
    parts: partsFor(model, identity.parts ?? PARTS),
    homeOf: (name) => homes.get(name),
    recursive: recursiveAliases(model.declarations),
    names: new Set([...names, ...inputTypeNames.values()]),
    inputTypeNames,
    atLeastOne: atLeastOne(model),
  }
}

/** A document without operations has nobody to call, and openapi-typescript draws HTTP alone. */
function partsFor(model: Model, wanted: readonly Part[]): ReadonlySet<Part> {
  const fits: Readonly<Record<Part, boolean>> = {
    client: model.operations.length > 0,
    schema: model.document.language === 'openapi',
    validate: true,
    decode: true,
    mock: model.operations.length > 0,
  }
  return new Set(wanted.filter((part) => fits[part]))
}

function homeOf(declaration: Declaration): 'types' | 'unions' | 'enums' {
  if (asTagged(declaration)) return 'unions'
  return asStringEnum(declaration) ? 'enums' : 'types'
}

/** `XInput`, which gives way where the document has a schema of that name. */
function freeInputNames(
  names: ReadonlySet<string>,
  taken: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  return new Map([...names].map((name) => [name, freeName(`${name}Input`, taken)]))
}
