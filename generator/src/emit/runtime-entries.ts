import type { Model } from '../model/model.js'

/** The entries of the runtime that generated modules import from. */
export const CORE = '@tagwire/runtime/core'
export const DECODE = '@tagwire/runtime/decode'
export const HTTP = '@tagwire/runtime/http'
export const MOCK = '@tagwire/runtime/mock'
export const OAUTH = '@tagwire/runtime/oauth'
export const RPC = '@tagwire/runtime/rpc'
export const SERVER = '@tagwire/runtime/server'
export const UNION = '@tagwire/runtime/union'
export const VALIDATE = '@tagwire/runtime/validate'

const DIALECTS: Readonly<Record<string, string>> = { cometbft: `${RPC}/comet` }

/** The entry for the dialect of the document, if it has one. */
export function dialectModule({ extensions: { dialect } }: Model): string | undefined {
  return dialect === undefined ? undefined : DIALECTS[dialect]
}
