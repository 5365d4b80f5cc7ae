import { memberAt } from '../core/member.js'
import type { CheckedLimits } from './received-body.js'
import type { ErrorContext, ServerSettings } from './types.js'

/** The settings of a server with their defaults. */
export interface Checked {
  readonly limits: CheckedLimits
  readonly checkResults: boolean
  readonly onError: (error: unknown, context: ErrorContext) => void
}

const defaults: CheckedLimits = {
  maxBodyBytes: 1_048_576,
  maxDepth: 64,
  maxParameters: 1000,
  maxBatch: 100,
  maxSubscriptions: 100,
  timeoutMs: 30_000,
}

export const settingForms: Readonly<Record<string, string>> = {
  object: 'operations security limits cors',
  boolean: 'checkResults cors.credentials',
  string: 'basePath',
  function: 'onError refusal',
  'number >= 0':
    'limits.maxBodyBytes limits.maxDepth limits.maxParameters limits.maxBatch limits.maxSubscriptions cors.maxAgeSeconds',
  array: 'cors.headers cors.exposedHeaders',
  'string | array | function': 'cors.origin',
  'number > 0': 'limits.timeoutMs',
}

export function checkedSettings(settings: ServerSettings): Checked {
  const { checkResults = isDeveloping(), limits: given = {} } = settings
  const onError = safely(settings.onError ?? ((error: unknown) => console.error(error)))
  const defined = Object.entries(given).filter(([, value]) => value !== undefined)
  const limits: CheckedLimits = { ...defaults, ...Object.fromEntries(defined) }
  return { limits, checkResults, onError }
}

/** An error while an error is reported is printed: callers get their response, and the program goes on. */
function safely(report: Checked['onError']): Checked['onError'] {
  const print = (error: unknown): void => console.error(error)
  return (error, context) => {
    try {
      const done: unknown = report(error, context)
      if (done instanceof Promise) done.catch(print)
    } catch (own) {
      print(own)
    }
  }
}

/** Bundlers replace the variable; where there is none, someone who deploys says so by `checkResults: false`. */
function isDeveloping(): boolean {
  const env: unknown = Reflect.get(Object(Reflect.get(globalThis, 'process')), 'env')
  try {
    return Reflect.get(Object(env), 'NODE_ENV') !== 'production'
  } catch {
    // Deno asks for leave to read it.
    return true
  }
}

/** A handler for each operation, and none that would never be called. */
export function checkHandlers(operations: object, known: readonly string[]): void {
  for (const key of known) {
    if (typeof memberAt(operations, key) !== 'function') {
      throw new TypeError(`operations.${key} takes function: a handler for each operation`)
    }
  }
  const unknown = Object.keys(operations).find((key) => !known.includes(key))
  if (unknown === undefined) return
  throw new TypeError(`operations.${unknown} is not an operation; there are: ${known.join(', ')}`)
}
