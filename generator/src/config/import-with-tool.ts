import { fileURLToPath } from 'node:url'

/**
 * Imports the default export of a TypeScript file, or of a package as a file beside it would. `tagwire`
 * is this very tool: run by `npx` or from elsewhere, it is not installed there.
 */
export async function importWithTool(
  what: string,
  from: string = import.meta.url,
): Promise<unknown> {
  const { createJiti } = await import('jiti')
  const alias = {
    tagwire: fileURLToPath(new URL('../index.js', import.meta.url)),
    'tagwire/emitter': fileURLToPath(new URL('../emitter.js', import.meta.url)),
  }
  const jiti = createJiti(from, { moduleCache: false, alias })
  return await jiti.import(what, { default: true })
}
