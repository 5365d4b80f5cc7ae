import { createRequire } from 'node:module'
import { defineConfig } from './options.js'

const require = createRequire(import.meta.url)

/**
 * Imports the default export of a TypeScript file, or of a package as resolved from a file. `tagwire`
 * resolves to this running tool, because it may not be installed there (`npx`): to what defines a configuration, and to
 * what emitters use. Neither can start another run.
 */
export async function importWithTool(
  what: string,
  from: string = import.meta.url,
): Promise<unknown> {
  const { emitter, createJiti } = await loadTool()
  const virtualModules = { tagwire: { defineConfig }, 'tagwire/emitter': emitter }
  const jiti = createJiti(from, { moduleCache: false, virtualModules })
  return await jiti.import(what, { default: true })
}

interface Tool {
  readonly emitter: typeof import('../emitter.js')
  readonly createJiti: typeof import('jiti').createJiti
}

/** What an import with the tool needs, for callers whose patience is for what is imported alone. */
export async function loadTool(): Promise<Tool> {
  const emitter = await import('../emitter.js')
  // An import would look for its exports in 190 kB first, for 25 ms on Node.js 20.
  const { createJiti }: typeof import('jiti') = require('jiti')
  return { emitter, createJiti }
}

/**
 * After an import that was stopped: jiti loads what reads TypeScript when it first needs it, and if that is interrupted,
 * half of it stays in Node's cache, so that nothing could be imported in this process any more.
 */
export function forgetTool(): void {
  for (const file of Object.keys(require.cache)) {
    if (/[\\/]jiti[\\/]/.test(file)) delete require.cache[file]
  }
}
