import type { Operation, Value } from 'tagwire/emitter'
import type { DescribedPackage } from './described-package.js'

/** A complete program that makes the call; `undefined` if there is no input to show. */
export function callProgram(described: DescribedPackage, operation: Operation): string | undefined {
  const { client, names, structures } = described
  if (operation.extensions.subscription) return subscribeProgram(described, operation)
  if (isOfSubscriptions(described, operation)) return undefined
  const given = inputText(described, operation)
  if (given === undefined) return undefined
  const { create } = names.client
  const from = structures.stringLiteral(names.package)
  const call = `${client}${structures.propertyAccess(operation.name)}(${given})`
  if (operation.binding.kind === 'http') {
    return `import { ${create} } from ${from}

const ${client} = ${create}()
const answer = await ${call}`
  }
  const isLive = operation.extensions.events !== undefined || /^unsubscribe/.test(operation.name)
  const transport = isLive ? 'webSocket' : 'http'
  const used = operation.extensions.events
    ? `for await (const event of ${call}) console.log(event.data)`
    : `const answer = await ${call}`
  const imported = [
    create,
    ...(operation.extensions.events && hasQueries(described) ? ['eventQuery'] : []),
    transport,
  ]
  return `import { ${imported.join(', ')} } from ${from}

const ${client} = ${create}({ transport: ${transport}(${serverText(described, isLive)}) })
${used}`
}

/** Whether the client calls this method itself, to subscribe or unsubscribe, and has no method for it. */
export function isOfSubscriptions(
  { model }: Pick<DescribedPackage, 'model'>,
  { id, extensions }: Operation,
): boolean {
  if (extensions.subscription) return true
  return model.operations.some((each) => each.extensions.subscription?.unsubscribe.method === id)
}

/** How to subscribe to the first kind of events that the document describes. */
function subscribeProgram(described: DescribedPackage, operation: Operation): string | undefined {
  const { client, names, structures } = described
  const { kinds = [], parameter } = operation.extensions.subscription ?? {}
  const [kind] = kinds
  const given = structures.exampleInput(operation)
  if (!kind) return undefined
  const own = Object.fromEntries(membersOf(given).filter(([name]) => name !== parameter))
  const params = Object.keys(own).length === 0 ? '' : `, ${structures.valueText(own)}`
  const { create } = names.client
  return `import { ${create}, webSocket } from ${structures.stringLiteral(names.package)}

const ${client} = ${create}({ transport: webSocket(${serverText(described, true)}) })
for await (const { data } of ${client}.subscribe(${structures.stringLiteral(kind.name)}${params})) console.log(data)`
}

function membersOf(value: Value | undefined): [name: string, value: Value | undefined][] {
  return isMembers(value) ? Object.entries(value) : []
}

function isMembers(value: Value | undefined): value is { [name: string]: Value | undefined } {
  return value !== undefined && Object.getPrototypeOf(value) === Object.prototype
}

/**
 * Whether the package has query builders: only packages whose runtime knows the query language of the node
 * do.
 */
export function hasQueries({ names }: DescribedPackage): boolean {
  return names.runtime.startsWith('@tagwire/runtime/rpc/')
}

/** The URL of a server in the document, for calls or for events. */
function serverText({ model, structures }: DescribedPackage, isLive: boolean): string {
  const addresses = model.servers.map((each) => each.url)
  const fitting = addresses.find((each) => (isLive ? /^ws/ : /^http/).test(each))
  return structures.stringLiteral(fitting ?? (isLive ? 'ws://127.0.0.1' : 'http://127.0.0.1'))
}

/**
 * The document's own example, else the required input; `undefined` if neither can be written as code.
 */
function inputText(described: DescribedPackage, operation: Operation): string | undefined {
  const { names, structures } = described
  const { exampleInput, stringLiteral, valueText } = structures
  const { events } = operation.extensions
  if (events) {
    const kind = events.kinds[0]?.name ?? ''
    return hasQueries(described)
      ? `eventQuery(${stringLiteral(kind)})`
      : stringLiteral(`${events.key}='${kind}'`)
  }
  const given = exampleInput(operation)
  if (given !== undefined) return valueText(given)
  return names.operation(operation).input === 'body' ? undefined : ''
}
