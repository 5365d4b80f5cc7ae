import { gzipSync } from 'node:zlib'
import { bundleOf } from './bundle.fixture.js'

/** A program that users write, and the kB of gzip that a bundle of it may have. */
export interface Budget {
  readonly what: string
  /** Has room for an option or two: `pnpm tool sizes` says what a change cost. */
  readonly most: number
  readonly program: string
}

export const budgets: readonly Budget[] = [
  {
    what: 'one call of routing, its operation imported alone',
    most: 6.25,
    program: `import { connectRouting } from '@tagwire/routing'
    import { route } from '@tagwire/routing/operations'
    connectRouting().call(route, {}).then(console.log)`,
  },
  {
    what: 'one call of routing by its description, in a table of all',
    most: 6.8,
    program: `import { connectRouting, operations } from '@tagwire/routing'
    connectRouting().call(operations.route, {}).then(console.log)`,
  },
  {
    what: 'the client of routing',
    most: 9.4,
    program: `import { createRoutingClient } from '@tagwire/routing'
    createRoutingClient().route({}).then(console.log)`,
  },
  {
    what: 'status of a node, its method imported alone',
    most: 9.15,
    program: `import { connectNodeRpc, http } from '@tagwire/node-rpc'
    import { status } from '@tagwire/node-rpc/methods'
    connectNodeRpc({ transport: http('http://a') }).call(status).then(console.log)`,
  },
  {
    what: 'the client of a node over http',
    most: 11.55,
    program: `import { createNodeRpcClient, http } from '@tagwire/node-rpc'
    globalThis.client = createNodeRpcClient({ transport: http('http://a') })`,
  },
  {
    what: 'the client of a node with a subscription',
    most: 24.6,
    program: `import { createNodeRpcClient, eventQuery, webSocket } from '@tagwire/node-rpc'
    globalThis.client = createNodeRpcClient({ transport: webSocket('ws://a') })
    globalThis.query = eventQuery`,
  },
]

/**
 * What an execution of routes adds to the client: at first, once routes of all families were carried out, and where a
 * bundler puts everything into one file. A Cosmos route needs little more than half of what comes later.
 */
export const execution = {
  most: 5,
  mostLater: 13.3,
  mostWhole: 14.9,
  client: `import { createRoutingClient } from '@tagwire/routing'
    globalThis.routing = createRoutingClient()`,
  own: `import { executePlan, planRoute, resumeExecution } from '@tagwire/routing-execute'
    globalThis.execution = [executePlan, planRoute, resumeExecution]`,
} as const

export interface Size {
  /** Bytes in gzip. */
  readonly bytes: number
  /** Those of files that are loaded once they are needed. */
  readonly later: number
  /** Bytes of all of them in one file. */
  readonly whole: number
  readonly code: string
  /** Bytes of each module before it is minified, by its path below the repository. */
  readonly modules: ReadonlyMap<string, number>
}

/** The bundle of a program, with the packages of this tree or of another one. */
export async function sizeOf({ program }: Budget, tree?: string): Promise<Size> {
  const { code, modules, later } = await bundleOf(program, true, tree)
  const bytesOf = (text: string): number => gzipSync(text, { level: 9 }).length
  const bytes = bytesOf(code)
  const all = later.reduce((sum, each) => sum + bytesOf(each), 0)
  return { bytes, later: all, whole: bytesOf(code + later.join('')), code, modules }
}

/** What a module or a bundle is, was, and the difference, as cells of a table. */
export function difference(now: number, before: number): string {
  const change = now - before
  return change === 0 ? '=' : `${change > 0 ? '+' : '−'}${Math.abs(change)}`
}
