import { fileURLToPath } from 'node:url'
import { documentPackage } from '../../docs/site/documented-package.js'
import { folderOfLine } from '../../docs/site/read-packages.js'
import { loadConfig } from '../../generator/src/config/config.js'
import { withLines } from '../../generator/src/config/packages-and-lines.js'

/**
 * The pages of the packages, as the site makes them, by the path that they would have in the repository:
 * `packages/routing/docs/types/Asset.md`, and `packages/node-rpc-0.40/…` for a line. Drawings and lists are left out.
 */
export const packagePages: ReadonlyMap<string, string> = await pagesOfAll()

async function pagesOfAll(): Promise<ReadonlyMap<string, string>> {
  const config = await loadConfig(fileURLToPath(new URL('../..', import.meta.url)))
  const found = new Map<string, string>()
  for (const each of withLines(config.packages)) {
    for (const [name, text] of await documentPackage(config, each.name)) {
      const folder = `packages/${folderOfLine(each)}`
      if (/^docs\/\w+\/.*\.md$/.test(name)) found.set(`${folder}/${name}`, text)
    }
  }
  return found
}

/** Names of the pages below a folder. */
export function pagesIn(folder: string): string[] {
  return [...packagePages.keys()].filter((name) => name.startsWith(`${folder}/`)).sort()
}
