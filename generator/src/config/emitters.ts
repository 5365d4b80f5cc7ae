import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Fault } from '../diagnostics/diagnostic.js'
import type { Emitter, EmitterContext } from '../emit/emitter-api/emitter.js'
import { calledInTime, settledInTime } from '../emit/emitter-api/time-limit.js'
import { usualTimeLimitMs } from '../emit/emitter-api/watchdog.js'
import { isDictionary } from '../model/json.js'
import { isPart, PARTS_TEXT } from '../model/package-parts.js'
import { isPath } from './emitter-code.js'
import { forgetTool, importWithTool, loadTool } from './import-with-tool.js'
import type { EmitterOptions } from './options.js'

export interface LoadedEmitter {
  readonly emitter: Emitter
  /** Its name in the configuration. */
  readonly from: string
  /** Its file, if it is not a package. */
  readonly file?: string
}

/** Loads custom emitters, resolved from the folder of the configuration. */
export async function loadEmitters(
  names: readonly string[],
  base: string,
  options: EmitterOptions = {},
  timeLimitMs: number = usualTimeLimitMs(),
): Promise<LoadedEmitter[]> {
  const loaded: LoadedEmitter[] = []
  for (const name of names) loaded.push(await loadEmitter(name, base, options[name], timeLimitMs))
  return loaded
}

async function loadEmitter(
  from: string,
  base: string,
  options: EmitterOptions[string] | undefined,
  timeLimitMs: number,
): Promise<LoadedEmitter> {
  const file = isPath(from) ? path.resolve(base, from) : undefined
  if (file !== undefined && !existsSync(file)) {
    throw loadFault(
      `there is no emitter ${from}`,
      'Its path is relative to the configuration file.',
    )
  }
  const value = await importEmitter(from, file, base, timeLimitMs)
  const emitter = withOptions(checkEmitter(value, from), from, options, timeLimitMs)
  return { emitter, from, ...(file === undefined ? {} : { file }) }
}

async function importEmitter(
  from: string,
  file: string | undefined,
  base: string,
  timeLimitMs: number,
): Promise<unknown> {
  const late = new Error(`it is not loaded after ${timeLimitMs / 1000} seconds`)
  const atWorst = `the emitter ${from} does not load: ${late.message}`
  await loadTool()
  try {
    const imported = importWithTool(
      file ?? from,
      pathToFileURL(path.join(base, 'emitters.js')).href,
    )
    return await settledInTime(imported, { timeLimitMs, late, atWorst })
  } catch (error) {
    forgetTool()
    const [why] = String(error instanceof Error ? error.message : error).split('\n')
    const help = file === undefined ? `Install it: \`npm install --save-dev ${from}\`.` : HELP
    throw loadFault(`the emitter ${from} does not load: ${why}`, help)
  }
}

/** The emitter with its options, which it checks itself. */
function withOptions(
  { options: check, emit, ...others }: Emitter<unknown>,
  from: string,
  given: EmitterOptions[string] | undefined,
  timeLimitMs: number,
): Emitter {
  if (!check) {
    if (given === undefined)
      return Object.freeze({
        ...others,
        emit: (context: EmitterContext) => emit(context, undefined),
      })
    throw loadFault(
      `the emitter ${from} has no options`,
      'Remove it from `emitterOptions`, or give the emitter a function `options`.',
    )
  }
  const late = new Error(`\`options\` is not done after ${timeLimitMs / 1000} seconds`)
  try {
    const options = calledInTime(() => check(structuredClone(given ?? {})), { timeLimitMs, late })
    return Object.freeze({ ...others, emit: (context: EmitterContext) => emit(context, options) })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw loadFault(
      `the emitter ${from} refuses its options: ${why.split('\n', 1)[0]}`,
      `Change them in \`emitterOptions\` of the package, under ${JSON.stringify(from)}.`,
    )
  }
}

function checkEmitter(value: unknown, from: string): Emitter<unknown> {
  if (isEmitter(value)) return settled(value)
  const fault = (what: string): Fault => loadFault(`the emitter ${from} ${what}`, HELP)
  if (!isDictionary(value)) throw fault('has no default export that is an emitter')
  if (!isFilled(value.name)) throw fault('has no name')
  if (typeof value.emit !== 'function') throw fault('has no function `emit`')
  if (value.options !== undefined && typeof value.options !== 'function') {
    throw fault('has `options` that are no function')
  }
  if (!areNeeds(value.needs)) {
    throw fault(`needs an unknown part: known are ${PARTS_TEXT}`)
  }
  throw fault('has `peers` that are not version ranges by package name')
}

/** A copy, so that the emitter cannot change what was checked. */
function settled({ name, needs, peers, options, emit }: Emitter<unknown>): Emitter<unknown> {
  return Object.freeze({
    name: name.trim().replace(/\s+/g, ' '),
    ...(needs ? { needs: Object.freeze([...needs]) } : {}),
    ...(peers ? { peers: Object.freeze({ ...peers }) } : {}),
    ...(options ? { options } : {}),
    emit,
  })
}

function isEmitter(value: unknown): value is Emitter<unknown> {
  return (
    isDictionary(value) &&
    isFilled(value.name) &&
    typeof value.emit === 'function' &&
    (value.options === undefined || typeof value.options === 'function') &&
    areNeeds(value.needs) &&
    arePeers(value.peers)
  )
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

function areNeeds(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.every(isPart))
}

function arePeers(value: unknown): boolean {
  return value === undefined || (isDictionary(value) && Object.entries(value).every(isPeer))
}

/** A valid npm name, and a range on one line; npm itself checks ranges. */
function isPeer([name, range]: readonly [string, unknown]): boolean {
  const isName = /^(?:@[a-z\d-~][a-z\d-._~]*\/)?[a-z\d-~][a-z\d-._~]*$/.test(name)
  return isName && typeof range === 'string' && /^[\w .*^~<>=|:/@+-]+$/.test(range)
}

const HELP =
  "Write `export default defineEmitter({ name, emit })`, imported from 'tagwire/emitter'."

function loadFault(message: string, help: string): Fault {
  return new Fault({ code: 'TW7010', severity: 'error', message, help })
}
