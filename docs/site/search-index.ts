import MiniSearch from 'minisearch'
import { SEARCH_OPTIONS, type SearchEntry } from './browser/search-options.js'
import type { Page } from './page.js'

/** What people search for: titles, summaries and all code, above all field names. */
export function searchIndex(pages: readonly Page[]): string {
  const index = new MiniSearch<SearchEntry>(SEARCH_OPTIONS)
  index.addAll(
    pages.map((page, id) => ({
      id,
      path: page.path,
      title: page.title,
      kind: page.package ? `${page.kind} · ${page.package}` : page.kind,
      summary: page.summary,
      names: namesOf(page).join(' '),
    })),
  )
  return JSON.stringify(index)
}

function namesOf({ body, kind }: Page): string[] {
  const prose = body.replace(/^```[\s\S]*?^```/gm, '')
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  const headings = kind === 'guide' || kind === 'package' ? [...prose.matchAll(/^## (.*)$/gm)] : []
  const words = [...spans, ...headings.map(([, text = '']) => text)].flatMap(
    (text) => text.match(/[\w$-]{2,}/g) ?? [],
  )
  return [...new Set(words)]
}
