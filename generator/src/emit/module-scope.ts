import type { Operation } from '../model/operations/operation.js'
import { namesIn } from '../model/shapes/parts.js'
import type { Declaration, Shape } from '../model/shapes/shape.js'
import type { PackageView } from '../view/package-view.js'
import { GENERATED_FROM } from './generated-file.js'
import { inCode } from './typescript/doc.js'
import { createImports, type Imports } from './typescript/imports.js'
import type { EmittedModule, Statement } from './typescript/structures.js'
import { lineText } from './typescript/text.js'
import type { ShapeScope } from './typescript/type-text.js'

/** The scope of one module: its imports, and how it refers to shapes. */
export interface ModuleScope {
  readonly imports: Imports
  readonly received: ShapeScope
  readonly sent: ShapeScope
  readonly platform: ShapeScope['platform']
  /** `@see` and the page of an operation or a declaration, if it is published. */
  readonly seeTag: (described: Operation | Declaration) => string | undefined
}

/** Modules that only contain declarations of the document. */
const DATA = new Set(['types', 'unions', 'enums', 'inputs', 'webhooks'])

/**
 * Names that the other modules declare, and platform types that they use. What the document calls the same is
 * imported under another name.
 */
const OURS = new Set(
  (
    'operations methods errorRules servers service schemes source examples world rules isApiError ' +
    'isTimeoutError isWaitFailedError checkRequest requestRules eventKinds eventQuery RpcReason CodeFormat ' +
    'decoders responseDecoders validators responseValidators requestValidators ' +
    'AsyncGenerator AsyncIterableIterator Omit Partial Pick Promise Readonly Record'
  ).split(' '),
)

/** `own` are names that the module declares besides those of the document, `others` those that it avoids. */
export function moduleScope(
  view: PackageView,
  self: string,
  own: readonly string[] = [],
  others: ReadonlySet<string> = new Set(),
): ModuleScope {
  const declared = new Set(DATA.has(self) ? own : [...own, ...OURS])
  const imports = createImports(new Set([...view.names, ...others]), declared)
  const refer = (name: string, identifier = name): string => {
    const home = view.homeOf(name) ?? 'types'
    return home === self ? identifier : imports.type(identifier, `./${home}.js`)
  }
  const platform: ShapeScope['platform'] = (name) =>
    view.names.has(name) ? `globalThis.${name}` : name
  const asRecord = (values: Shape): boolean =>
    !view.names.has('Record') && !namesIn(values).some((name) => view.recursive.has(name))
  const { isReadonly, inputTypeNames } = view
  const both = { asRecord, platform, isReadonly }
  return {
    imports,
    received: { ...both, refer: (name) => refer(name), leavesOut: 'write' },
    sent: { ...both, refer: (name) => refer(name, inputTypeNames.get(name)), leavesOut: 'read' },
    platform,
    seeTag: (described) => seeTag(view, described),
  }
}

/** The first line of every generated file; it is the same in every run. */
export function header(view: PackageView): string {
  return `${GENERATED_FROM}${lineText(view.document)}. Do not edit: change the document instead.\n`
}

/** A module of the package, with imports for all names in its statements. */
export function moduleOf(
  path: string,
  { imports }: ModuleScope,
  statements: readonly Statement[],
): EmittedModule {
  return { path, imports: imports.structures(), statements }
}

/** A link to the page of an operation or a declaration, if the configuration says where the pages are. */
export function seeTag(
  { pageOf }: Pick<PackageView, 'pageOf'>,
  described: Operation | Declaration,
): string | undefined {
  const url = pageOf(described)?.url
  return url === undefined ? undefined : `@see ${inCode(url)}`
}
