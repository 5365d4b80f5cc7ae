import type { Model } from '../../model/model.js'
import { RPC } from '../runtime-entries.js'

const DIALECTS: Readonly<Record<string, string>> = { cometbft: `${RPC}/comet` }

/** The entry of the runtime for the dialect of the document, if it has one. */
export function dialectModule({ extensions: { dialect } }: Model): string | undefined {
  return dialect === undefined ? undefined : DIALECTS[dialect]
}

/** The entry of the runtime for everything that depends on the dialect. */
export function rpcModule(model: Model): string {
  return dialectModule(model) ?? RPC
}
