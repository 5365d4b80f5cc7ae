import { readFileSync } from 'node:fs'
import path from 'node:path'
import { loadConfig } from '../../generator/src/config/config.js'
import { documentPackage, type PackagePages } from './documented-package.js'
import { firstSentence, isPageKind, type Page } from './page.js'
import { pagesThatDiffer } from './release-lines.js'

/** The generated packages of this repository, and their folders on the site. */
export const PACKAGES = ['routing', 'node-rpc'] as const

/** Other release lines of a package: of their pages those that differ from its own. */
const RELEASE_LINES = { 'node-rpc-0.37': 'node-rpc', 'node-rpc-1.0': 'node-rpc' } as const

/** The pages of the packages: each README, and what `@tagwire/emit-docs/pages` writes of it. */
export async function packagePages(root: string): Promise<Page[]> {
  const config = await loadConfig(root)
  const pagesBy = new Map<string, Page[]>()
  for (const folder of [...PACKAGES, ...Object.keys(RELEASE_LINES)]) {
    const home = path.join(root, 'packages', folder)
    pagesBy.set(folder, pagesOf(home, folder, await documentPackage(config, folder)))
  }
  const of = (folder: string): Page[] => pagesBy.get(folder) ?? []
  return [
    ...PACKAGES.flatMap(of),
    ...Object.entries(RELEASE_LINES).flatMap(([folder, base]) =>
      pagesThatDiffer(of(folder), of(base)),
    ),
  ]
}

function overviewOf(home: string, folder: string): Page {
  const readme = withoutTitle(readFileSync(path.join(home, 'README.md'), 'utf8'))
  const name = `@tagwire/${folder}`
  return {
    path: `${folder}/index`,
    kind: 'package',
    title: name,
    summary: firstSentence(readme.split('\n\n')[0]),
    package: name,
    body: readme,
  }
}

/** The pages of one package: its README, and the pages that describe it. */
export function pagesOf(home: string, folder: string, described: PackagePages): Page[] {
  const text = (name: string): string => {
    const found = described.get(name)
    if (found === undefined) throw new Error(`${folder} has no page ${name}`)
    return found
  }
  const reference = withoutTitle(text('docs/reference.md'))
  const name = `@tagwire/${folder}`
  const list: Page = {
    path: `${folder}/reference`,
    kind: 'package',
    title: `${name}: reference`,
    summary: `Every operation, union and type of ${name}.`,
    package: name,
    body: reference,
  }
  // In the order of the reference, which is that of the document.
  const paths = [...reference.matchAll(/\]\(([^)]+)\.md\)/g)].map(([, target = '']) => target)
  const pages = paths.map((target) => {
    const page = parsedPage(text(`docs/${target}.md`), `${folder}/${target}`, name)
    const svg = described.get(`docs/${target}.svg`)
    if (svg === undefined) return page
    return { ...page, drawings: [{ name: `${path.posix.basename(target)}.svg`, svg }] }
  })
  return [overviewOf(home, folder), list, ...pages]
}

function withoutTitle(markdown: string): string {
  return markdown.replace(/^# .*\n/, '').trim()
}

/** A page as the emitter wrote it: what it is stands between two lines of dashes. */
function parsedPage(text: string, pagePath: string, packageName: string): Page {
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? []
  const facts = new Map(
    head.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(': ')
      const value: unknown = JSON.parse(line.slice(colon + 2))
      return [line.slice(0, colon), String(value)]
    }),
  )
  const kind = facts.get('kind')
  if (!isPageKind(kind)) throw new Error(`${pagePath}.md has no kind`)
  return {
    path: pagePath,
    kind,
    title: facts.get('title') ?? '',
    summary: facts.get('summary') ?? '',
    package: packageName,
    body: withoutTitle(body.trimStart()),
  }
}
