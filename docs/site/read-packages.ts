import { readFileSync } from 'node:fs'
import path from 'node:path'
import { loadConfig } from '../../generator/src/config/config.js'
import { type NamedPackage, withLines } from '../../generator/src/config/packages-and-lines.js'
import { documentPackage, type PackagePages } from './documented-package.js'
import { firstSentence, isPageKind, type Page } from './page.js'
import { pagesThatDiffer } from './release-lines.js'

/** The generated packages of this repository, and their folders on the site. */
export const PACKAGES = ['routing', 'node-rpc'] as const

/** The folder of a line on the site: `node-rpc-0.40` for `node-rpc/0.40`. */
export function folderOfLine({ key, line }: Pick<NamedPackage, 'key' | 'line'>): string {
  return line === undefined ? key : `${key}-${line}`
}

/**
 * The pages of the packages: each README, and what `@tagwire/emit-docs/pages` writes of it. Of other lines of a package,
 * those that differ from its own.
 */
export async function packagePages(root: string, document = documentPackage): Promise<Page[]> {
  const config = await loadConfig(root)
  const pagesBy = new Map<string, Page[]>()
  const described = withLines(config.packages).filter(({ key }) => isPackage(key))
  for (const each of described) {
    const name = `@tagwire/${each.name}`
    const overview = each.line === undefined ? readmeOf(root, each.key) : lineText(each)
    const pages = await document(config, each.name)
    pagesBy.set(each.name, pagesOf({ folder: folderOfLine(each), name, overview }, pages))
  }
  const of = (name: string): Page[] => pagesBy.get(name) ?? []
  return [
    ...PACKAGES.flatMap(of),
    ...described.flatMap(({ name, key, line }) =>
      line === undefined ? [] : pagesThatDiffer(of(name), of(key)),
    ),
  ]
}

function isPackage(key: string): boolean {
  return PACKAGES.some((each) => each === key)
}

function readmeOf(root: string, folder: string): string {
  return withoutTitle(readFileSync(path.join(root, 'packages', folder, 'README.md'), 'utf8'))
}

/** What a line is, in place of a README. */
function lineText({ name, key, line = '', note }: NamedPackage): string {
  const known = note === undefined ? '' : ` This line is ${note}.`
  return `\`@tagwire/${name}\` is for nodes of release line ${line}.${known}

It has the names of [\`@tagwire/${key}\`](/${key}/index.md) and is part of that package, and so are
\`@tagwire/${name}/validate\` and its other parts. [Release lines](/guides/release-lines.md) shows what differs, and the
[reference](/${key}-${line}/reference.md) lists everything.`
}

interface Overview {
  readonly folder: string
  readonly name: string
  /** The body of the first page. */
  readonly overview: string
}

/** Sections of a README that are a page of their own: whoever reads how to call a service rarely needs them. */
const OF_THE_SERVICE = [
  'Servers',
  'Transports of the server',
  'Settings of the server',
  'About the service',
]
/** What the reference lists, with links. */
const LISTED = ['Methods', 'Operations']

/** The first page of a package, and the one about its service. */
function overviewOf({ folder, name, overview }: Overview): Page[] {
  const sections = overview.split(/^(?=## )/m)
  const titleOf = (section: string): string => /^## (.*)/.exec(section)?.[1] ?? ''
  const isElsewhere = (section: string): boolean =>
    [...OF_THE_SERVICE, ...LISTED].includes(titleOf(section))
  const ofService = sections.filter((each) => OF_THE_SERVICE.includes(titleOf(each)))
  const first: Page = {
    path: `${folder}/index`,
    kind: 'package',
    title: name,
    summary: firstSentence(overview.split('\n\n')[0]),
    package: name,
    body: sections.filter((each) => !isElsewhere(each)).join(''),
  }
  if (ofService.length === 0) return [first]
  const about: Page = {
    path: `${folder}/service`,
    kind: 'package',
    title: `${name}: the service`,
    summary: `Servers of the service that ${name} calls, and what is known about it.`,
    package: name,
    body: ofService.join(''),
  }
  const more = `[The reference](/${folder}/reference.md) lists everything, and [the service](/${folder}/service.md) has its own page.`
  return [{ ...first, body: `${first.body.trim()}\n\n${more}` }, about]
}

/** The pages of one package: its README, and the pages that describe it. */
export function pagesOf(about: Overview, described: PackagePages): Page[] {
  const { folder, name } = about
  const text = (name: string): string => {
    const found = described.get(name)
    if (found === undefined) throw new Error(`${folder} has no page ${name}`)
    return found
  }
  const reference = withoutTitle(text('docs/reference.md'))
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
  return [...overviewOf(about), list, ...pages]
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
    ...(facts.has('group') ? { group: facts.get('group') ?? '' } : {}),
    body: withoutTitle(body.trimStart()),
  }
}
