import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { nodeHandler } from '../../../../packages/runtime/src/server/node/index.js'
import { repository } from '../emitted.fixture.js'

/** The handler of the same copy of the runtime that emitted packages have, as in an application. */
export async function nodeHandlerOf(): Promise<typeof nodeHandler> {
  const file = path.join(repository, 'packages/runtime/dist/server/node/index.js')
  const module: { readonly nodeHandler: typeof nodeHandler } = await import(
    pathToFileURL(file).href
  )
  return module.nodeHandler
}
