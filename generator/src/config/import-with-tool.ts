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
  const [{ createJiti }, emitter] = await Promise.all([import('jiti'), import('../emitter.js')])
  const virtualModules = { tagwire: { defineConfig }, 'tagwire/emitter': emitter }
  const jiti = createJiti(from, { moduleCache: false, virtualModules })
  return await jiti.import(what, { default: true })
}
