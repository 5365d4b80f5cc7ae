import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { consoleOperations, consolePage } from './console-page.js'
import { guidePages } from './guide-pages.js'
import { htmlOf } from './layout.js'
import { homePage, llmsFullText, llmsText } from './overview.js'
import { markdownOf, type Page } from './page.js'
import { packagePages } from './read-packages.js'
import { createRenderer } from './render.js'
import { readRuleExamples } from './rule-examples.js'
import { searchIndex } from './search-index.js'
import { changePages, diagnosticPages } from './tool-pages.js'

export interface SiteFile {
  readonly path: string
  readonly text: string
}

/** Every page of the site: the guides in `docs`, the packages, and what the tool says. */
export function sitePages(root: string): Page[] {
  const guides = guidePages(path.join(root, 'docs'))
  const tool = [...diagnosticPages(), ...changePages(readRuleExamples(path.join(root, 'docs')))]
  return [homePage(guides), consolePage(), ...guides, ...packagePages(root), ...tool]
}

/** Pages as files: HTML for people, Markdown and `llms.txt` for agents. */
export function siteFiles(pages: readonly Page[]): SiteFile[] {
  const render = createRenderer(new Map(pages.map((page) => [page.path, page])))
  const files = pages.flatMap((page): SiteFile[] => [
    { path: `${page.path}.html`, text: htmlOf(page, render(page, page.body)) },
    { path: `${page.path}.md`, text: markdownOf(page) },
    ...(page.drawings ?? []).map(({ name, svg }) => ({
      path: path.posix.join(path.posix.dirname(page.path), name),
      text: svg,
    })),
  ])
  return [
    ...files,
    { path: 'llms.txt', text: llmsText(pages) },
    { path: 'llms-full.txt', text: llmsFullText(pages) },
    { path: 'assets/search.json', text: searchIndex(pages) },
  ]
}

const SCRIPTS = {
  theme: 'browser/theme.ts',
  search: 'browser/search.ts',
  console: 'browser/console/console.ts',
  'sandbox-worker': 'browser/console/sandbox-worker.ts',
}

/** What the pages load: a style sheet, the script of the search, and what the console is made of. */
export async function siteAssets(root: string): Promise<SiteFile[]> {
  const here = path.join(root, 'docs/site')
  const scripts = Object.entries(SCRIPTS).map(async ([name, file]) => {
    return { path: `assets/${name}.js`, text: await bundled(path.join(here, file)) }
  })
  return [
    ...(await Promise.all(scripts)),
    { path: 'assets/console.json', text: JSON.stringify(await consoleOperations(root)) },
    { path: 'assets/site.css', text: readFileSync(path.join(here, 'assets/site.css'), 'utf8') },
  ]
}

async function bundled(input: string): Promise<string> {
  const bundle = await rolldown({ input, platform: 'browser' })
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false })
  await bundle.close()
  return output[0].code
}

export function writeSite(out: string, files: readonly SiteFile[]): void {
  rmSync(out, { recursive: true, force: true })
  for (const file of files) {
    const target = path.join(out, file.path)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, file.text)
  }
}
