import { enumMembers } from '../model/enum-members.js'
import { asStringEnum, asTagged, exportsOf } from '../model/exported-names.js'
import type { Model } from '../model/model.js'
import { freeName } from '../model/names.js'
import type { Operation } from '../model/operations/operation.js'
import { type DateForm, PARTS, type Part } from '../model/package-parts.js'
import { createPages, type PageNames } from '../model/page-names.js'
import { atLeastOne } from '../model/shapes/at-least-one.js'
import { namesWithInputType } from '../model/shapes/input-type-names.js'
import { recursiveAliases } from '../model/shapes/parts.js'
import type { Declaration } from '../model/shapes/shape.js'

/**
 * The model and everything else that emitters know: the name of the package, its parts, and which
 * file declares which name.
 */
export interface PackageView {
  readonly model: Model
  /** Its npm name. */
  readonly name: string
  /** What the client is named after: by default, the name of the package. */
  readonly clientName: string
  readonly version: string
  /** The version range of the runtime dependency. */
  readonly runtime: string
  /** The parts of the package in addition to its types. */
  readonly parts: ReadonlySet<Part>
  /** The path of the document, as headers show it. */
  readonly document: string
  /** How the client returns times: as strings, as in JSON, or as a `Date`. */
  readonly dates: DateForm
  /** Whether properties are `readonly`. */
  readonly isReadonly: boolean
  /** Whether enumerations are also objects with their values by name. */
  readonly hasEnumObjects: boolean
  /** The package with the sample data of the mock, if it is not this one. */
  readonly worldPackage?: string
  /** Where the pages of the package are published: a URL with `{page}`. */
  readonly site?: string
  /** Its other lines: entry points that are generated from the same document with other overlays. */
  readonly lines: readonly LineView[]
  /** The page of an operation or a declaration. */
  readonly pageOf: (described: Operation | Declaration) => PageNames | undefined
  /** The file, without extension, that declares a name of the document. */
  readonly homeOf: (name: string) => 'types' | 'unions' | 'enums' | 'decode' | undefined
  /** All names that declarations add to the package. */
  readonly names: ReadonlySet<string>
  /** Names of aliases that contain themselves. */
  readonly recursive: ReadonlySet<string>
  /** Declarations whose input type differs from the output type, with the name of the input type. */
  readonly inputTypeNames: ReadonlyMap<string, string>
  /** Body fields of which at least one is required, by declaration. */
  readonly atLeastOne: ReadonlyMap<string, readonly (readonly string[])[]>
}

/** A line of the document, as people choose it. */
export interface LineView {
  /** What follows the name of the package in imports: `0.40`. */
  readonly name: string
  /** The title of the document there. */
  readonly title: string
  /** What to know before choosing it; empty if there is nothing. */
  readonly note: string
}

export function packageView(
  model: Model,
  identity: Pick<
    PackageView,
    'name' | 'version' | 'runtime' | 'document' | 'worldPackage' | 'site'
  > & {
    readonly clientName?: string
    readonly parts?: readonly Part[]
    readonly dates?: DateForm
    readonly isReadonly?: boolean
    readonly lines?: readonly LineView[]
    readonly hasEnumObjects?: boolean
  },
): PackageView {
  const { hasEnumObjects = false } = identity
  const homes = new Map(model.declarations.map((each) => [each.name, homeOf(each, hasEnumObjects)]))
  const names = new Set(model.declarations.flatMap(exportsOf))
  const inputTypeNames = freeInputNames(namesWithInputType(model.declarations), names)
  return {
    ...identity,
    clientName: identity.clientName ?? identity.name,
    dates: identity.dates ?? 'text',
    isReadonly: identity.isReadonly ?? false,
    lines: identity.lines ?? [],
    hasEnumObjects,
    model,
    parts: partsFor(model, identity.parts ?? PARTS),
    homeOf: (name) => homes.get(name),
    pageOf: createPages(model, identity.site),
    recursive: recursiveAliases(model.declarations),
    names: new Set([...names, ...inputTypeNames.values()]),
    inputTypeNames,
    atLeastOne: atLeastOne(model),
  }
}

/** A document without operations has no client, and openapi-typescript only draws HTTP. */
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

function homeOf(declaration: Declaration, hasEnumObjects: boolean): 'types' | 'unions' | 'enums' {
  if (asTagged(declaration)) return 'unions'
  const isEnum = asStringEnum(declaration) ?? (hasEnumObjects && enumMembers(declaration).size > 0)
  return isEnum ? 'enums' : 'types'
}

/** `XInput`, or another name if the document has a schema of that name. */
function freeInputNames(
  names: ReadonlySet<string>,
  taken: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  return new Map([...names].map((name) => [name, freeName(`${name}Input`, taken)]))
}
