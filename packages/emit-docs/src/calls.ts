import type { Operation } from 'tagwire/emitter'
import type { DescribedPackage } from './described-package.js'

/** A complete program that makes the call; `undefined` if there is no input to show. */
export function callProgram(described: DescribedPackage, operation: Operation): string | undefined {
  const { client, names, structures } = described
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

/**
 * Whether the package has query builders: only packages whose runtime knows the query language of the node
 * do.
 */
function hasQueries({ names }: DescribedPackage): boolean {
  return names.runtime.startsWith('@tagwire/runtime/rpc/')
}

/** The URL of a server in the document, for calls or for events. */
function serverText({ model, structures }: DescribedPackage, isLive: boolean): string {
  const addresses = model.servers.map((each) => each.url)
  const fitting = addresses.find((each) => (isLive ? /^ws/ : /^http/).test(each))
  return structures.stringLiteral(fitting ?? '')
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
