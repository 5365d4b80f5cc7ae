/**
 * The programs of the console. What is shown is what runs: the page imports the text as a module and reads what it
 * exports, so each is JavaScript that is TypeScript as well.
 */

/** One call. */
export function callProgram(name: string, input: string, address: string): string {
  return `${routingClient(address)}
export const answer = await routing.${name}(${argumentText(input)})
`
}

/** The status of a transaction, as it changes. */
export function statusProgram(input: string, address: string): string {
  return `${routingClient(address)}
export const stop = new AbortController()
export const updates = routing.watchStatus(${argumentText(input)}, { signal: stop.signal })
`
}

/** The blocks of a node, each once and in order. */
export function blocksProgram(address: string): string {
  return `import { createNodeRpcClient, eventQuery, webSocket } from '@tagwire/node-rpc'

export const node = createNodeRpcClient({ transport: webSocket(${JSON.stringify(address)}) })
export const stop = new AbortController()
export const gaps = new EventTarget()
export const blocks = node.subscribe(eventQuery('NewBlockHeader'), {
  signal: stop.signal,
  onGap: (gap) => gaps.dispatchEvent(new CustomEvent('gap', { detail: gap })),
})
`
}

function routingClient(address: string): string {
  return address === ''
    ? `import { createRoutingClient } from '@tagwire/routing'
import { mockRouting } from '@tagwire/routing/mock'

const routing = createRoutingClient({ fetch: mockRouting() })`
    : `import { createRoutingClient } from '@tagwire/routing'

const routing = createRoutingClient({ baseUrl: ${JSON.stringify(address)} })`
}

/** JSON is an expression, except for one name that has another meaning there. Throws if it is not JSON. */
function argumentText(input: string): string {
  const text = input.trim()
  JSON.parse(text)
  return text === '{}' ? '' : text.replace(/(?<!\\)"__proto__"(?=\s*:)/g, '["__proto__"]')
}

/** Runs a program, and gives what it exports. */
export async function run(program: string): Promise<Readonly<Record<string, unknown>>> {
  const url = URL.createObjectURL(new Blob([program], { type: 'text/javascript' }))
  try {
    return await import(/* @vite-ignore */ url)
  } finally {
    URL.revokeObjectURL(url)
  }
}
