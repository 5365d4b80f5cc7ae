import { createRequire } from 'node:module'
import { defineConfig } from './options.js'

/**
 * Imports the default export of a TypeScript file, or of a package as resolved from a file. `tagwire`
 * resolves to this running tool, because it may not be installed there (`npx`): to what defines a configuration, and to
 * what emitters use. Neither can start another run.
 */
export async function importWithTool(
  what: string,
  from: string = import.meta.url,
): Promise<unknown> {
  const emitter = await import('../emitter.js')
  // An import would look for its exports in 190 kB first, for 25 ms on Node.js 20.
  const { createJiti }: typeof import('jiti') = createRequire(import.meta.url)('jiti')
  const virtualModules = { tagwire: { defineConfig }, 'tagwire/emitter': emitter }
  const jiti = createJiti(from, { moduleCache: false, virtualModules })
  return await jiti.import(what, { default: true })
}
