import { basename } from 'node:path'
import { isDeviceName } from '../../model/device-names.js'
import type { Model } from '../../model/model.js'
import type { PackageView } from '../../view/package-view.js'
import { oneLine } from '../typescript/text.js'
import { type Emitter, isPage } from './emitter.js'
import type { EmitterFile, EmitterModule, EmitterPage } from './emitter-files.js'
import { emitterNames } from './names.js'
import { withTimeLimit } from './time-limit.js'
import { emitterStructures } from './toolbox.js'
import { usualTimeLimitMs } from './watchdog.js'

/** The files of one emitter, or the reason why it failed. */
export interface EmitterOutcome {
  readonly emitter: Emitter
  readonly files: readonly EmitterFile[]
  /** The error message, without the emitter's name. */
  readonly fault?: string
}

export interface RunOptions {
  /** Paths of other emitters. */
  readonly taken: ReadonlySet<string>
  /** The file of the emitter, to locate the errors that it throws. */
  readonly file?: string | undefined
  /** What the configuration calls it. */
  readonly from?: string
  readonly timeLimitMs?: number
}

/** Runs a custom emitter. The result is always files or an error. */
export async function runEmitter(
  emitter: Emitter,
  view: PackageView,
  { taken, file, from, timeLimitMs = usualTimeLimitMs() }: RunOptions,
): Promise<EmitterOutcome> {
  const fault = (text: string): EmitterOutcome => ({ emitter, files: [], fault: text })
  const missing = emitter.needs?.find((part) => !view.parts.has(part))
  if (missing !== undefined) return fault(`it needs the part "${missing}", which is not emitted`)
  try {
    const late = new Error(`\`emit\` is not done after ${timeLimitMs / 1000} seconds`)
    const limit = { late, timeLimitMs, atWorst: refusalText(emitter, from, firstLine(late)) }
    // The result is copied, so that nothing can change it later. A getter in it may loop, too.
    const copy = (made: unknown): unknown[] | undefined =>
      Array.isArray(made) ? structuredClone(made) : undefined
    const files = await withTimeLimit(() => emitter.emit(contextOf(view), undefined), copy, limit)
    if (!files) return fault('`emit` does not return a list of files')
    const others = new Set([...RESERVED, ...taken].map((path) => path.toLowerCase()))
    const checked = files.map((file) => checkedFile(file, others))
    const wrong = checked.find((each) => typeof each === 'string')
    if (wrong !== undefined) return fault(wrong)
    const good = checked.filter((each) => typeof each !== 'string')
    const seen = new Set<string>()
    const twice = good.find(({ path }) => seen.size === seen.add(path.toLowerCase()).size)
    return twice ? fault(`it returns ${twice.path} twice`) : { emitter, files: good }
  } catch (error) {
    return fault(firstLine(error) + locationOf(error, file))
  }
}

/** The message for an emitter that cannot be used. */
export function refusalText({ name }: Emitter, from: string | undefined, fault: string): string {
  return `the emitter ${name}${from === undefined ? '' : ` (${from})`}: ${fault}`
}

/** Runs a built-in emitter, whose files need no checks. */
export function builtIn(emitter: Emitter, view: PackageView): EmitterModule[] {
  const files = emitter.emit(contextOf(view), undefined)
  if (files instanceof Promise) throw new TypeError(`${emitter.name} makes its package wait`)
  return files.flatMap((file) => (isPage(file) ? [] : [file]))
}

function contextOf(view: PackageView) {
  const { model } = view
  const context = { model, names: emitterNames(view), structures: emitterStructures(view) }
  return Object.freeze(context)
}

const MODULE_PATH = /^src\/[A-Za-z0-9_][A-Za-z0-9_-]*\.ts$/

/** Files that people and agents expect in the root of a package; all other pages are in `docs`. */
const PAGE_PATH =
  /^(?:AGENTS\.md|llms(?:-full)?\.txt|docs\/(?:[A-Za-z0-9_][A-Za-z0-9_-]*\/){0,4}[A-Za-z0-9_][A-Za-z0-9_-]*\.(?:md|txt|svg|json))$/

/** Files of every other kind. Names do not begin with a period, which hides files, nor end with one. */
const ASSET_PATH =
  /^assets\/(?:[A-Za-z0-9_][A-Za-z0-9_-]*\/){0,4}[A-Za-z0-9_][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+){1,3}$/

/** The entry that every package has. */
const RESERVED = new Set(['src/index.ts'])

/** Folders of packages, which no entry can be called. */
const FOLDERS = new Set(['assets', 'dist', 'docs', 'node_modules', 'spec', 'src'])

/** Most file systems take 255 bytes, some of which belong to temporary names. */
const LONGEST_NAME = 200

/** The file, or what is wrong with it. `taken` is in lower case, because some file systems ignore case. */
function checkedFile(file: unknown, taken: ReadonlySet<string>): EmitterFile | string {
  if (!isModule(file) && !isText(file))
    return 'a file is `{ path, imports, statements }`, as `structures.module` makes it, or a page: `{ path, text }`'
  const { path } = file
  if (isText(file)) {
    if (!PAGE_PATH.test(path) && !ASSET_PATH.test(path))
      return `${JSON.stringify(path)} is not a path like \`docs/name.md\` or \`assets/name.json\`, nor \`AGENTS.md\` or \`llms.txt\``
    const wrong = path.split('/').find((name) => isDeviceName(name) || name.length > LONGEST_NAME)
    if (wrong !== undefined) return `no file of every system can be called ${wrong}`
  } else if (!MODULE_PATH.test(path)) {
    return `${JSON.stringify(path)} is not a path like \`src/name.ts\``
  } else if (isNoEntry(path)) {
    return `${path} cannot be an entry: a folder or a device has that name`
  } else if (!areLibraries(file.libraries)) {
    return `${path} has \`libraries\` that are not names like \`esnext.disposable\``
  }
  return taken.has(path.toLowerCase()) ? `${path} belongs to another emitter` : file
}

function isNoEntry(path: string): boolean {
  const name = path.slice('src/'.length, -'.ts'.length).toLowerCase()
  return FOLDERS.has(name) || isDeviceName(name)
}

function areLibraries(value: unknown): boolean {
  if (value === undefined) return true
  if (!Array.isArray(value)) return false
  return value.every((each) => typeof each === 'string' && /^[a-z\d]+(?:\.[a-z\d]+)*$/.test(each))
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

/** No stack: a user of the tool needs to know which emitter failed, and its message. */
export function firstLine(error: unknown): string {
  try {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : error
    if (typeof text === 'string') return oneLine(text.split('\n', 1)[0] ?? '')
  } catch {
    // A getter for the name or message may throw as well.
  }
  return 'it threw what is no Error'
}

/** ` (query.emitter.ts:13)`: the first line of the emitter's own file that the stack names. */
function locationOf(error: unknown, file: string | undefined): string {
  if (file === undefined) return ''
  try {
    const lines = error instanceof Error ? String(error.stack).split('\n') : []
    const frame = lines.find((line) => line.includes(`${file}:`))
    const [, line] = /:(\d+):\d+\)?$/.exec(frame ?? '') ?? []
    return line === undefined ? '' : ` (${basename(file)}:${line})`
  } catch {
    return ''
  }
}

/** Custom emitters get the model itself, but cannot change it for others. */
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
