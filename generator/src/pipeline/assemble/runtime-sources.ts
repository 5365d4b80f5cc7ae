import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { RuntimeSources } from '../../emit/inline-runtime/runtime-files.js'
import { isDictionary } from '../../model/json.js'

/**
 * The sources of the runtime version that this tool depends on; the package of the runtime includes
 * them.
 */
export async function readRuntimeSources(): Promise<RuntimeSources> {
  const manifestFile = createRequire(import.meta.url).resolve('@tagwire/runtime/package.json')
  const folder = path.join(path.dirname(manifestFile), 'src')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name))
  const texts = await Promise.all(
    files.map(async (file): Promise<[string, string]> => {
      const name = path.relative(folder, file).split(path.sep).join('/')
      return [name, await readFile(file, 'utf8')]
    }),
  )
  const manifest: unknown = JSON.parse(await readFile(manifestFile, 'utf8'))
  return { texts: new Map(texts), conditions: conditionsIn(manifest) }
}

/** Copied sources must run anywhere, so each conditional import resolves to its portable file. */
function conditionsIn(manifest: unknown): Map<string, string> {
  const imports = isDictionary(manifest) && isDictionary(manifest.imports) ? manifest.imports : {}
  return new Map(
    Object.entries(imports).flatMap(([name, targets]): [string, string][] => {
      const target = isDictionary(targets) ? targets.default : undefined
      const [, file] = /^\.\/dist\/(.+)\.js$/.exec(typeof target === 'string' ? target : '') ?? []
      return file === undefined ? [] : [[name, `${file}.ts`]]
    }),
  )
}
