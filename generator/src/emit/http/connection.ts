import type { Model } from '../../model/model.js'
import { itemsSentBy } from '../../model/operations/contents.js'
import type { Operation } from '../../model/operations/operation.js'
import { otherOrigins, ownServer } from '../../model/servers/own-server.js'
import { maySendBytes } from '../../view/http/bodies.js'
import type { PackageView } from '../../view/package-view.js'
import type { ModuleScope } from '../module-scope.js'
import { HTTP } from '../runtime-entries.js'
import { docs, inCode } from '../typescript/doc.js'
import { option, type Property } from '../typescript/structures.js'
import { literal } from '../typescript/text.js'
import { unionOf } from '../typescript/type-text.js'

/** `return connectHttp(…)`: the caller's options, with additions that only some services need. */
export function connectStatement(view: PackageView, { imports }: ModuleScope): string {
  const { model } = view
  const runtime = (name: string): string => imports.value(name, HTTP)
  const connectTo = (options: string): string => {
    const streaming = model.operations.some(maySendBytes)
      ? `${runtime(model.operations.some(itemsSentBy) ? 'withItems' : 'withStreams')}(${options})`
      : options
    const given = model.schemes
      ? `${runtime('withCredentials')}(${streaming}, service.server, schemes)`
      : streaming
    return `${runtime('connectHttp')}(${given}, service)`
  }
  if (!model.operations.some((each) => ownServer(model, each) !== undefined)) {
    return `return ${connectTo('options')}`
  }
  const connect = `(each) => ${connectTo('each')}`
  return `return ${runtime('withOwnServers')}(options, service.server, ${connect})`
}

/** The options of a client with operations that have servers of their own. */
export function ownServerOptions(model: Model): Property[] {
  const elsewhere = model.operations.filter((each) => ownServer(model, each) !== undefined)
  if (elsewhere.length === 0) return []
  const names = elsewhere.map(({ name }) => `\`${inCode(name)}\``)
  const shown = names.length > 5 ? [...names.slice(0, 4), `${names.length - 4} others`] : names
  const last = shown.at(-1)
  const list = shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${last}` : last
  const have = names.length > 1 ? 'have servers of their own' : 'has a server of its own'
  const baseUrl = option(
    'baseUrl',
    'string',
    docs(
      `The URL of the service. If given, all operations are called there, including ${list}, which otherwise ${have}.`,
    ),
  )
  const origins = otherOrigins(model).map(literal)
  if (origins.length === 0) return [baseUrl]
  const credentials = model.schemes ? '`credentials`' : '`apiKey`'
  const trustedOrigins = option(
    'trustedOrigins',
    `readonly (${unionOf(origins)})[]`,
    docs(
      `Servers of single operations that also receive ${credentials} and \`headers\` of the client. By default, they only receive the headers of the call itself.`,
    ),
  )
  return [baseUrl, trustedOrigins]
}

/** The server of a method, if it differs from that of the client. */
export function ownServerNote(model: Model, operation: Operation): string | undefined {
  const server = ownServer(model, operation)
  return server === undefined
    ? undefined
    : `Called at \`${inCode(server)}\`, unless \`baseUrl\` is given.`
}
