import { asStringEnum, asTagged, exportsOf } from '../model/exported-names.js'
import type { Model } from '../model/model.js'
import { PARTS, type Part } from '../model/package-parts.js'
import { atLeastOne } from '../model/shapes/at-least-one.js'
import { namesIn, recursiveAliases } from '../model/shapes/parts.js'
import type { Declaration, Shape } from '../model/shapes/shape.js'
import { twoSidedNames } from '../model/shapes/two-sided.js'
import { inCode } from './typescript/doc.js'
import { createImports, freeName, type Imports } from './typescript/imports.js'
import type { EmittedModule, Statement } from './typescript/structures.js'
import { lineText } from './typescript/text.js'
import type { ShapeScope } from './typescript/type-text.js'

/** A generated file before it is written: its path inside the package, and its text. */
export interface EmittedFile {
  readonly path: string
  readonly text: string
}

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
  /** The package that has the world of the mock, when it is not this one. */
  readonly worldPackage?: string
  /** The file without extension that declares a name of the document. */
  readonly homeOf: (name: string) => 'types' | 'unions' | 'enums' | 'decode' | undefined
  /** Every name that declarations add to the package. */
  readonly names: ReadonlySet<string>
  /** Names of aliases that contain themselves. */
  readonly recursive: ReadonlySet<string>
  /** Declarations whose input differs from their output, each with the name of its input. */
  readonly twoSided: ReadonlyMap<string, string>
  /** Members of bodies of which at least one has to be there, by declaration. */
  readonly atLeastOne: ReadonlyMap<string, readonly (readonly string[])[]>
}

export function packageView(
  model: Model,
  identity: Pick<PackageView, 'name' | 'version' | 'runtime' | 'document' | 'worldPackage'> & {
    readonly parts?: readonly Part[]
  },
): PackageView {
  const homes = new Map(model.declarations.map((each) => [each.name, homeOf(each)]))
  const names = new Set(model.declarations.flatMap(exportsOf))
  const twoSided = inputNames(twoSidedNames(model.declarations), names)
  return {
    ...identity,
    model,
    parts: partsFor(model, identity.parts ?? PARTS),
    homeOf: (name) => homes.get(name),
    recursive: recursiveAliases(model.declarations),
    names: new Set([...names, ...twoSided.values()]),
    twoSided,
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
function inputNames(
  twoSided: ReadonlySet<string>,
  taken: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  return new Map([...twoSided].map((name) => [name, freeName(`${name}Input`, taken)]))
}

/** One module being written: its imports, and how shapes are referred to from it. */
export interface ModuleScope {
  readonly imports: Imports
  readonly received: ShapeScope
  readonly sent: ShapeScope
  readonly platform: ShapeScope['platform']
}

/** Modules that hold what the document describes, and nothing of ours. */
const DATA = new Set(['types', 'unions', 'enums', 'inputs', 'webhooks'])

/**
 * What the other modules call things of their own, and the types of the platform that they name. A
 * schema of that name is imported as another.
 */
const OURS = new Set(
  (
    'operations methods errorRules servers service schemes source examples world rules isApiError ' +
    'checkRequest eventKinds eventQuery RpcReason validators responseValidators ' +
    'AsyncGenerator AsyncIterableIterator Omit Partial Pick Promise Readonly Record'
  ).split(' '),
)

/** `own` are names that the module declares beside those of the document. */
export function moduleScope(
  view: PackageView,
  self: string,
  own: readonly string[] = [],
): ModuleScope {
  const imports = createImports(new Set([...view.names, ...own]))
  const refer = (name: string, identifier = name): string => {
    const home = view.homeOf(name) ?? 'types'
    if (home === self) return identifier
    return OURS.has(identifier) && !DATA.has(self)
      ? imports.renamed(identifier, freeName(`${identifier}_`, view.names), `./${home}.js`, 'type')
      : imports.type(identifier, `./${home}.js`)
  }
  const platform: ShapeScope['platform'] = (name) =>
    view.names.has(name) ? `globalThis.${name}` : name
  const asRecord = (values: Shape): boolean =>
    !view.names.has('Record') && !namesIn(values).some((name) => view.recursive.has(name))
  return {
    imports,
    received: { refer: (name) => refer(name), leavesOut: 'write', asRecord, platform },
    sent: {
      refer: (name) => refer(name, view.twoSided.get(name)),
      leavesOut: 'read',
      asRecord,
      platform,
    },
    platform,
  }
}

/** The first line of every generated file: three facts that do not change from run to run. */
export function header(view: PackageView): string {
  return `// Generated by tagwire from ${lineText(view.document)}. Do not edit: change the document instead.\n`
}

/** The first line of a file of the runtime that was copied: it proves that it is ours to replace. */
export const RUNTIME_HEADER =
  '// Generated by tagwire from @tagwire/runtime (MIT). Do not edit: it is written anew.\n' +
  '// @ts-nocheck: it was checked and tested with the settings of its own project.\n'

/** A module of the package; what its statements mention of other files, it imports. */
export function moduleOf(
  path: string,
  { imports }: ModuleScope,
  statements: readonly Statement[],
): EmittedModule {
  return { path, imports: imports.structures(), statements }
}

/** `@see document#/pointer`: a pointer, because lines move with every edit. */
export function seeTag(declaration: Pick<Declaration, 'source'>): string {
  const { file, pointer } = declaration.source
  return `@see ${inCode(`${file}#${pointer}`)}`
}
