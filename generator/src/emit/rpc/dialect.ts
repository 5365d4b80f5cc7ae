import type { Model } from '../../model/model.js'
import { type EmittedFile, moduleScope, moduleText, type PackageView } from '../package-view.js'
import { docBlock } from '../typescript/doc.js'
import { eventNames } from './client.js'

/** The entry of the runtime for servers that do nothing beyond JSON-RPC. */
export const RPC = '@tagwire/runtime/rpc'

const DIALECTS: Readonly<Record<string, string>> = { cometbft: `${RPC}/comet` }

/** The entry of the runtime for the dialect that the document names, if it names one. */
export function dialectModule({ words }: Model): string | undefined {
  return typeof words.dialect === 'string' ? DIALECTS[words.dialect] : undefined
}

/** The entry of the runtime that has what depends on the dialect. */
export function rpcModule(model: Model): string {
  return dialectModule(model) ?? RPC
}

/** Reading the past is an import of its own: a bundle carries it only where it is used. */
export function emitHistory(view: PackageView): EmittedFile | undefined {
  const { model } = view
  const dialect = dialectModule(model)
  if (!dialect || !model.operations.some(({ words }) => words.events)) return undefined
  const scope = moduleScope(view, 'history')
  const { imports } = scope
  const type = imports.type('History', dialect)
  const events = imports.type(eventNames(view.name).events, './client.js')
  const methods = imports.value('methods', './methods.js')
  const make = imports.value('createHistory', dialect)
  const doc = docBlock({
    text: 'Reads the past in order, over any transport: the events of some `kinds`, those that fit a `query`, or the answers of some `methods` for each height.',
  })
  const head = `export const history: ${type}<${events}, typeof ${methods}> =`
  return {
    path: 'src/history.ts',
    text: moduleText(view, scope, [`${doc}${head} /*@__PURE__*/ ${make}(${methods})\n`]),
  }
}
