/**
 * Imports the default export of a TypeScript file, or of a package as resolved from a file. `tagwire`
 * resolves to this running tool, because it may not be installed there (`npx`).
 */
export async function importWithTool(
  what: string,
  from: string = import.meta.url,
): Promise<unknown> {
  const [{ createJiti }, tagwire, emitter] = await Promise.all([
    import('jiti'),
    import('../index.js'),
    import('../emitter.js'),
  ])
  const virtualModules = { tagwire, 'tagwire/emitter': emitter }
  const jiti = createJiti(from, { moduleCache: false, virtualModules })
  return await jiti.import(what, { default: true })
}
