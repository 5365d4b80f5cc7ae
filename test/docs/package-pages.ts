import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { documentPackage, type PackagePages } from '../../docs/site/documented-package.js'
import { folderOfLine } from '../../docs/site/read-packages.js'
import { loadConfig } from '../../generator/src/config/config.js'
import { withLines } from '../../generator/src/config/packages-and-lines.js'
import { once } from '../once.js'

const config = await loadConfig(fileURLToPath(new URL('../..', import.meta.url)))
const packages = withLines(config.packages)
const documented = await pagesByName()

/** All that is written of each package and line, by its name. It takes three seconds, so it is made once in a run. */
async function pagesByName(): Promise<ReadonlyMap<string, PackagePages>> {
  const folder = await once('package-pages', async (empty) => {
    const made: [string, [string, string][]][] = []
    for (const { name } of packages) made.push([name, [...(await documentPackage(config, name))]])
    writeFileSync(path.join(empty, 'pages.json'), JSON.stringify(made))
  })
  const made: [string, [string, string][]][] = JSON.parse(
    readFileSync(path.join(folder, 'pages.json'), 'utf8'),
  )
  return new Map(made.map(([name, pages]) => [name, new Map(pages)]))
}

/** What `documentPackage` makes of a package of this repository. */
export async function documentedPackage(_: unknown, name: string): Promise<PackagePages> {
  const pages = documented.get(name)
  if (pages === undefined) throw new Error(`the configuration has no package ${name}`)
  return pages
}

/**
 * The pages of the packages, as the site makes them, by the path that they would have in the repository:
 * `packages/routing/docs/types/Asset.md`, and `packages/node-rpc-0.40/…` for a line. Drawings and lists are left out.
 */
export const packagePages: ReadonlyMap<string, string> = new Map(
  packages.flatMap((each) =>
    [...(documented.get(each.name) ?? [])]
      .filter(([name]) => /^docs\/\w+\/.*\.md$/.test(name))
      .map(([name, text]) => [`packages/${folderOfLine(each)}/${name}`, text] as const),
  ),
)

/** Names of the pages below a folder. */
export function pagesIn(folder: string): string[] {
  return [...packagePages.keys()].filter((name) => name.startsWith(`${folder}/`)).sort()
}
