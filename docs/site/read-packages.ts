import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { firstSentence, isPageKind, type Page } from './page.js'
import { pagesThatDiffer } from './release-lines.js'

/** The generated packages of this repository, and their folders on the site. */
export const PACKAGES = ['routing', 'node-rpc'] as const

/** Other release lines of a package: of their pages those that differ from its own. */
const RELEASE_LINES = { 'node-rpc-0.37': 'node-rpc', 'node-rpc-1.0': 'node-rpc' } as const

/** The pages of the packages: each README, and what `@tagwire/emit-docs` wrote beside it. */
export function packagePages(root: string): Page[] {
  const home = (folder: string): string => path.join(root, 'packages', folder)
  return [
    ...PACKAGES.flatMap((folder) => pagesOf(home(folder), folder)),
    ...Object.entries(RELEASE_LINES).flatMap(([folder, base]) =>
      pagesThatDiffer(pagesOf(home(folder), folder), pagesOf(home(base), base)),
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

/** The pages of one package. */
export function pagesOf(home: string, folder: string): Page[] {
  const text = (name: string): string => readFileSync(path.join(home, name), 'utf8')
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
  const docs = path.join(home, 'docs')
  const files = readdirSync(docs, { recursive: true, encoding: 'utf8' }).map((file) =>
    file.split(path.sep).join('/'),
  )
  const drawings = new Set(files.filter((file) => file.endsWith('.svg')))
  // In the order of the reference, which is that of the document.
  const paths = [...reference.matchAll(/\]\(([^)]+)\.md\)/g)].map(([, target = '']) => target)
  const pages = paths.map((target) => {
    const page = parsedPage(text(`docs/${target}.md`), `${folder}/${target}`, name)
    const drawing = `${target}.svg`
    if (!drawings.has(drawing)) return page
    const svg = text(`docs/${drawing}`)
    return { ...page, drawings: [{ name: path.posix.basename(drawing), svg }] }
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
