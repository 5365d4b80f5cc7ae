import type { Model } from '../../model/model.js'
import type { PackageView } from '../../view/package-view.js'
import {
  type Emitter,
  type EmitterFile,
  type EmitterModule,
  type EmitterPage,
  isPage,
} from './emitter.js'
import { emitterNames } from './names.js'
import { emitterStructures } from './toolbox.js'

/** What one emitter adds to a package, or why it adds nothing. */
export interface EmitterOutcome {
  readonly emitter: Emitter
  readonly files: readonly EmitterFile[]
  /** What is wrong, without the emitter's name. */
  readonly fault?: string
}

/** Runs an emitter that somebody else wrote. Whatever it does becomes files or a fault. */
export async function runEmitter(
  emitter: Emitter,
  view: PackageView,
  taken: ReadonlySet<string>,
): Promise<EmitterOutcome> {
  const fault = (text: string): EmitterOutcome => ({ emitter, files: [], fault: text })
  const missing = emitter.needs?.find((part) => !view.parts.has(part))
  if (missing !== undefined) return fault(`it needs the part "${missing}", which is not emitted`)
  try {
    const made: unknown = await emitter.emit(contextOf(view))
    if (!Array.isArray(made)) return fault('`emit` does not return a list of files')
    // What was handed over is copied: nothing that happens later can change it.
    const files: unknown[] = structuredClone(made)
    const checked = files.map((file) => checkedFile(file, taken))
    const wrong = checked.find((each) => typeof each === 'string')
    if (wrong !== undefined) return fault(wrong)
    const good = checked.filter((each) => typeof each !== 'string')
    const twice = good.find(({ path }, at) =>
      good.slice(0, at).some((each) => samePath(each, path)),
    )
    return twice ? fault(`it returns ${twice.path} twice`) : { emitter, files: good }
  } catch (error) {
    return fault(firstLine(error))
  }
}

/** Runs an emitter of the house, which is trusted with its files. */
export function builtIn(emitter: Emitter, view: PackageView): EmitterModule[] {
  const files = emitter.emit(contextOf(view))
  if (files instanceof Promise) throw new TypeError(`${emitter.name} makes its package wait`)
  return files.flatMap((file) => (isPage(file) ? [] : [file]))
}

function contextOf(view: PackageView) {
  const { model } = view
  const context = { model, names: emitterNames(view), structures: emitterStructures(view) }
  return Object.freeze(context)
}

const MODULE_PATH = /^src\/[A-Za-z0-9_][A-Za-z0-9_-]*\.ts$/

/** What people and agents look for at the top of a package; everything else stands in `docs`. */
const PAGE_PATH =
  /^(?:AGENTS\.md|llms(?:-full)?\.txt|docs\/(?:[A-Za-z0-9_][A-Za-z0-9_-]*\/){0,4}[A-Za-z0-9_][A-Za-z0-9_-]*\.(?:md|txt|svg|json))$/

/** Entries that every package has. */
const RESERVED = new Set(['src/index.ts'])

/** The file, or what is wrong with it. */
function checkedFile(file: unknown, taken: ReadonlySet<string>): EmitterFile | string {
  if (!isModule(file) && !isText(file))
    return 'a file is `{ path, imports, statements }`, as `structures.module` makes it, or a page: `{ path, text }`'
  const { path } = file
  if (isText(file)) {
    if (!PAGE_PATH.test(path))
      return `${JSON.stringify(path)} is no path like \`docs/name.md\`, and not \`AGENTS.md\` or \`llms.txt\``
  } else if (!MODULE_PATH.test(path)) {
    return `${JSON.stringify(path)} is no path like \`src/name.ts\``
  }
  const known = [...RESERVED, ...taken].some((each) => each.toLowerCase() === path.toLowerCase())
  return known ? `${path} belongs to another emitter` : file
}

function samePath(file: EmitterFile, path: string): boolean {
  return file.path.toLowerCase() === path.toLowerCase()
}

function isText(value: unknown): value is EmitterPage {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    typeof value.path === 'string' &&
    'text' in value &&
    typeof value.text === 'string' &&
    !('statements' in value)
  )
}

function isModule(value: unknown): value is EmitterModule {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    typeof value.path === 'string' &&
    'imports' in value &&
    Array.isArray(value.imports) &&
    'statements' in value &&
    Array.isArray(value.statements)
  )
}

/** No stack: what matters to who runs the tool is which emitter, and what it says. */
export function firstLine(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : error
  return typeof text === 'string' ? (text.split('\n', 1)[0] ?? '') : 'it threw what is no Error'
}

/** Emitters of other people see the model as it is, and cannot change what the others see. */
export function freezeModel(model: Model): void {
  const seen = new Set<object>()
  const freeze = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    Object.freeze(value)
    Object.values(value).forEach(freeze)
  }
  freeze(model)
}
