import { existsSync, realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

const installed = path.resolve('test/external/runtimes/node_modules')

/**
 * The program of an npm package, from the optional dependency for this platform. No script of the package has
 * to run for that.
 */
export async function binaryOf(name: string, file: string): Promise<string | undefined> {
  const manifest = path.join(installed, name, 'package.json')
  if (!existsSync(manifest)) return undefined
  const { optionalDependencies } = JSON.parse(await readFile(manifest, 'utf8'))
  const require = createRequire(realpathSync(manifest))
  for (const each of Object.keys(optionalDependencies)) {
    try {
      const folder = path.dirname(require.resolve(`${each}/package.json`))
      const found = [file, `${file}.exe`].map((one) => path.join(folder, one)).find(existsSync)
      if (found) return found
    } catch {
      // The one of another machine.
    }
  }
  return undefined
}
