import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'
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
  return [homePage(guides), ...guides, ...packagePages(root), ...tool]
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

/** What the pages load: one style sheet, and the script of the search. */
export async function siteAssets(here: string): Promise<SiteFile[]> {
  const bundle = await rolldown({ input: path.join(here, 'browser/search.ts') })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  return [
    { path: 'assets/search.js', text: output[0].code },
    { path: 'assets/site.css', text: readFileSync(path.join(here, 'assets/site.css'), 'utf8') },
  ]
}

export function writeSite(out: string, files: readonly SiteFile[]): void {
  rmSync(out, { recursive: true, force: true })
  for (const file of files) {
    const target = path.join(out, file.path)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, file.text)
  }
}
