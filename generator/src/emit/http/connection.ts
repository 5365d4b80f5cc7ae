import type { Model } from '../../model/model.js'
import type { Operation } from '../../model/operation.js'
import { otherOrigins, ownServer } from '../../model/own-server.js'
import type { ModuleScope, PackageView } from '../package-view.js'
import { docBlock, inCode } from '../typescript/doc.js'
import { around, callOf, labelled, print, unionOf, word } from '../typescript/layout.js'
import { LINE_WIDTH, literal } from '../typescript/text.js'
import { sendsBytes } from './descriptor.js'

const HTTP = '@tagwire/runtime/http'

/** `return connectHttp(…)`: the options of the caller, with what only some services need. */
export function connectLines(view: PackageView, { imports }: ModuleScope): string[] {
  const { model } = view
  const runtime = (name: string): string => imports.value(name, HTTP)
  const connectTo = (options: string): ReturnType<typeof callOf> => {
    const streaming = model.operations.some(sendsBytes)
      ? callOf(runtime('withStreams'), [word(options)])
      : word(options)
    const given = model.schemes
      ? callOf(runtime('withCredentials'), [streaming, word('service.server'), word('schemes')])
      : streaming
    return callOf(runtime('connectHttp'), [given, word('service')])
  }
  if (!model.operations.some((each) => ownServer(model, each) !== undefined)) {
    return [`return ${print(connectTo('options'), 2, 9)}`]
  }
  const call = `return ${runtime('withOwnServers')}(options, service.server, (each) =>`
  const connect = connectTo('each')
  const flat = `${call} ${connect.flat})`
  return flat.length + 2 <= LINE_WIDTH ? [flat] : [call, `  ${print(connect, 4, 5)},`, ')']
}

/** What can be said to a client of which operations have servers of their own. */
export function ownServerMembers(model: Model): string[] {
  const elsewhere = model.operations.filter((each) => ownServer(model, each) !== undefined)
  if (elsewhere.length === 0) return []
  const names = elsewhere.map(({ name }) => `\`${inCode(name)}\``)
  const shown = names.length > 5 ? [...names.slice(0, 4), `${names.length - 4} others`] : names
  const last = shown.at(-1)
  const list = shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${last}` : last
  const have = names.length > 1 ? 'have servers of their own' : 'has a server of its own'
  const text = `Where the service is: when given, all operations are called there, also ${list}, which else ${have}.`
  const baseUrl = `${docBlock({ text }, 2)}  readonly baseUrl?: string | undefined\n`
  const origins = otherOrigins(model)
  if (origins.length === 0) return [baseUrl]
  const trust = `Servers of single operations that are sent what is configured here as well: ${
    model.schemes ? '`credentials`' : '`apiKey`'
  } and \`headers\`. Without this, only the headers of the call itself go there.`
  const [open, close] = origins.length > 1 ? ['readonly (', ')[]'] : ['readonly ', '[]']
  const trusted = around(open, unionOf(origins.map(literal).map(word)), close)
  const member = labelled('readonly trustedOrigins?', unionOf([trusted, word('undefined')]))
  return [baseUrl, `${docBlock({ text: trust }, 2)}  ${print(member, 2, 2)}\n`]
}

/** Where a method is called, if not where the others are. */
export function ownServerNote(model: Model, operation: Operation): string | undefined {
  const server = ownServer(model, operation)
  return server === undefined
    ? undefined
    : `Called at \`${inCode(server)}\`, unless \`baseUrl\` is given.`
}
