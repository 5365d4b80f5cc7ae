import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { findBinary } from './binary.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the node's program, or '' if there is none. */
    cometbft: string
  }
}

/** The tests that talk to a real node. */
const WITH_NODE = /\/test\/e2e\/(?:node|chaos)\//

const cacheFolder = fileURLToPath(new URL('../../../../.cache/go-bin', import.meta.url))

/** Before a run with tests that need a node: gets its program, or says loudly that they are skipped. */
export default async function setup(project: TestProject): Promise<void> {
  if (!project.vitest.state.getPaths().some((file) => WITH_NODE.test(file))) {
    return project.provide('cometbft', '')
  }
  const say = (line: string): void => void process.stderr.write(`[node] ${line}\n`)
  const own = process.env.TAGWIRE_COMETBFT
  const found = own ? given(path.resolve(own)) : await findBinary(cacheFolder, say)
  if ('path' in found) return project.provide('cometbft', found.path)
  // If the variable promises a node, it is an error if there is none.
  if (process.env.TAGWIRE_E2E) throw new Error(`No node for the tests: ${found.missing}`)
  say(`SKIPPED: all tests against a real node (${found.missing}). Recorded answers are replayed.`)
  project.provide('cometbft', '')
}

function given(file: string): { path: string } | { missing: string } {
  return existsSync(file) ? { path: file } : { missing: `${file} does not exist` }
}
