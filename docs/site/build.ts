import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { consoleOperations, consolePage } from './console-page.js'
import { documentPackage } from './documented-package.js'
import { guidePages } from './guide-pages.js'
import type { Card } from './html/cards.js'
import { baseOf, htmlOf, NOT_FOUND, type Site } from './html/layout.js'
import { navigationOf } from './html/navigation.js'
import { createRenderer, type Renderer } from './html/render.js'
import { llmsFiles } from './llms.js'
import { ABOUT, homePage } from './overview.js'
import { markdownOf, type Page } from './page.js'
import { packagePages } from './read-packages.js'
import { readRuleExamples } from './rule-examples.js'
import { searchEntries } from './search-index.js'
import { changePages, diagnosticPages } from './tool-pages.js'

export interface SiteFile {
  readonly path: string
  readonly text: string
}

/** Every page of the site: the guides in `docs`, the packages, and what the tool says. */
export async function sitePages(root: string, document = documentPackage): Promise<Page[]> {
  const guides = guidePages(path.join(root, 'docs'))
  const tool = [...diagnosticPages(), ...changePages(readRuleExamples(path.join(root, 'docs')))]
  const packages = await packagePages(root, document)
  return [homePage(root, guides), consolePage(), ...guides, ...packages, ...tool]
}

/** Pages as files: HTML for people, Markdown and `llms.txt` for agents. */
export function siteFiles(pages: readonly Page[], site: Site = {}): SiteFile[] {
  const render = createRenderer(new Map(pages.map((page) => [page.path, page])))
  const beside = navigationOf(pages)
  const files = pages.flatMap((page): SiteFile[] => [
    { path: `${page.path}.html`, text: htmlOf(page, render(page, page.body), beside(page), site) },
    { path: `${page.path}.md`, text: markdownOf(page) },
    ...(page.drawings ?? []).map(({ name, svg }) => ({
      path: path.posix.join(path.posix.dirname(page.path), name),
      text: svg,
    })),
  ])
  return [
    ...files,
    ...llmsFiles(pages, ABOUT),
    notFoundFile(render, site),
    ...(site.url === undefined ? [] : [sitemapFile(pages, site.url)]),
    { path: 'assets/search.json', text: JSON.stringify(searchEntries(pages)) },
  ]
}

/** What a host shows for addresses that are none. Its links are to places that stay. */
function notFoundFile(render: Renderer, site: Site): SiteFile {
  const base = baseOf(site)
  const page: Page = {
    path: NOT_FOUND,
    kind: 'guide',
    title: 'There is no such page',
    summary: 'This address leads nowhere.',
    body: 'It may have moved. Press `/` to search.',
  }
  const html = htmlOf(page, render(page, page.body), [], site)
  return {
    path: `${NOT_FOUND}.html`,
    text: html.replace(
      '</main>',
      `<p><a href="${base}index.html">To the first page</a></p></main>`,
    ),
  }
}

function sitemapFile(pages: readonly Page[], url: string): SiteFile {
  const rows = pages.map(({ path: name }) => {
    return `<url><loc>${new URL(name === 'index' ? '' : `${name}.html`, url).href}</loc></url>`
  })
  const space = 'http://www.sitemaps.org/schemas/sitemap/0.9'
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${space}">\n${rows.join('\n')}\n</urlset>\n`
  return { path: 'sitemap.xml', text }
}

/** Runs before a page is drawn, so it is one file without imports. */
const THEME = { theme: 'theme.ts' }

/** What a page begins with, and what it loads when someone searches. */
const PAGE = { page: 'page.ts', 'search-query': 'search-query.ts' }

/**
 * The console, the packages that its programs import by their names, and the Worker that answers, with what they share in
 * files of its own: the Worker checks requests with the validators that the page checks responses with.
 */
const CONSOLE = {
  console: 'console/console.ts',
  'sandbox-worker': 'console/sandbox-worker.ts',
  routing: 'packages/routing.ts',
  'routing-validate': 'packages/routing-validate.ts',
  'routing-mock': 'console/sandbox-fetch.ts',
  'node-rpc': 'packages/node-rpc.ts',
}

/** What the pages load: a style sheet, the script of the search, and what the console is made of. */
export async function siteAssets(root: string): Promise<SiteFile[]> {
  const here = path.join(root, 'docs/site')
  const browser = path.join(here, 'browser')
  const [theme, page, consoleFiles] = await Promise.all([
    bundled(within(browser, THEME), false),
    bundled(within(browser, PAGE), true),
    bundled(within(browser, CONSOLE), true),
  ])
  return [
    ...[...theme, ...page].map(({ path: name, text }) => ({ path: `assets/${name}`, text })),
    ...consoleFiles.map(({ path: name, text }) => ({ path: `assets/console/${name}`, text })),
    { path: 'assets/console.json', text: JSON.stringify(await consoleOperations(root)) },
    ...['site.css', 'icon.svg'].map((name) => ({
      path: `assets/${name}`,
      text: readFileSync(path.join(here, 'assets', name), 'utf8'),
    })),
  ]
}

function within(folder: string, files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([name, file]) => [name, path.join(folder, file)]),
  )
}

async function bundled(
  input: Readonly<Record<string, string>>,
  codeSplitting: boolean,
): Promise<SiteFile[]> {
  const bundle = await rolldown({ input, platform: 'browser' })
  const { output } = await bundle.generate({
    format: 'esm',
    minify: true,
    codeSplitting,
    chunkFileNames: '[name].js',
  })
  await bundle.close()
  return output.flatMap((file) =>
    file.type === 'chunk' ? [{ path: file.fileName, text: file.code }] : [],
  )
}

export function writeSite(
  out: string,
  files: readonly SiteFile[],
  cards: readonly Card[] = [],
): void {
  rmSync(out, { recursive: true, force: true })
  const contents = [
    ...files.map((file) => [file.path, file.text] as const),
    ...cards.map((card) => [card.path, card.png] as const),
  ]
  for (const [name, content] of contents) {
    const target = path.join(out, name)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, content)
  }
}
