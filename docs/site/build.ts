import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { printMarkdown } from '../../generator/src/emit/typescript/print.js'
import { guidePages } from './guide-pages.js'
import { htmlOf } from './layout.js'
import { homePage, llmsFullText, llmsText } from './overview.js'
import { markdownOf, type Page } from './page.js'
import type { DescribedPackage } from './reference/described-package.js'
import { packagePages } from './reference/package-page.js'
import { createRenderer } from './render.js'
import { readRuleExamples } from './rule-examples.js'
import { searchIndex } from './search-index.js'
import { changePages, diagnosticPages } from './tool-pages.js'

export interface SiteFile {
  readonly path: string
  readonly text: string
}

/** Every page of the site, of the packages that it describes and of the guides in `docs`. */
export async function sitePages(
  packages: readonly { readonly described: DescribedPackage; readonly readme: string }[],
  docs: string,
): Promise<Page[]> {
  const guides = guidePages(docs)
  const made = packages.flatMap(({ described, readme }) => packagePages(described, readme))
  const reference = await Promise.all(made.map(formatted))
  const tool = [...diagnosticPages(), ...changePages(readRuleExamples(docs))]
  return [homePage(guides), ...guides, ...reference, ...tool]
}

/** The page with its TypeScript laid out as in generated packages. */
async function formatted(page: Page): Promise<Page> {
  const { text, faults } = await printMarkdown({ path: page.path, text: page.body })
  if (faults.length > 0) throw new Error(`${page.path}: ${faults[0]?.message}`)
  return { ...page, body: text }
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
