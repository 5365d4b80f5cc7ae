import type { SearchEntry } from './browser/search-options.js'
import { freeSlug } from './html/render.js'
import type { Page, PageKind } from './page.js'

/** Pages that people read from top to bottom: each part is found by itself. */
const READ: ReadonlySet<string> = new Set(['guide', 'package'])

/**
 * What can be found, which the browser makes an index of when someone begins to search: every part of a guide with its
 * text, every page of a reference with its summary and the names in it.
 */
export function searchEntries(pages: readonly Page[]): SearchEntry[] {
  return pages.flatMap((page) => (READ.has(page.kind) ? partsOf(page) : [wholeOf(page)]))
}

const WEIGHTS: Partial<Record<PageKind, number>> = {
  guide: 3,
  package: 1,
  diagnostic: 0.6,
  change: 0.5,
}

/** What answers a question comes before what is looked up by its name. */
function weightOf({ group, kind, path }: Page): number {
  if (path === 'index' || path.startsWith('guides/emitter-') || path.endsWith('/reference'))
    return 0.3
  // Its words are those of other guides, too, but a message that someone pastes is only there.
  if (path === 'guides/messages') return 0.8
  if (group === 'Use your client') return 5
  if (group === 'Compare') return 1.5
  // Release lines repeat the first one.
  if (/^node-rpc-/.test(path)) return 0.2
  return WEIGHTS[kind] ?? 0.4
}

function wholeOf(page: Page): SearchEntry {
  return {
    ...aboutOf(page),
    title: page.title,
    text: plain(page.summary),
    names: namesIn(page.body),
  }
}

function partsOf(page: Page): SearchEntry[] {
  const slugs = new Set<string>()
  const [opening = '', ...parts] = split(page.body)
  const whole: SearchEntry = {
    ...aboutOf(page),
    title: page.title,
    ...(page.group === undefined ? {} : { of: page.group }),
    text: proseOf(opening) || page.summary,
    names: namesIn(opening),
  }
  const below = parts.map((part): SearchEntry => {
    const [heading = '', ...rest] = part.split('\n')
    const title = plain(heading.replace(/^#+ /, ''))
    const text = rest.join('\n')
    return {
      ...aboutOf(page),
      path: `${page.path}.html#${freeSlug(title, slugs)}`,
      title,
      of: page.title,
      text: proseOf(text),
      names: namesIn(text),
    }
  })
  return [whole, ...below]
}

function aboutOf(page: Page): Pick<SearchEntry, 'path' | 'kind' | 'weight'> {
  const kind =
    page.package === undefined ? (page.group ?? page.kind) : `${page.kind} · ${page.package}`
  return { path: `${page.path}.html`, kind, weight: weightOf(page) }
}

/** The text before the first heading, then each heading with what is below it. Headings in code are none. */
function split(markdown: string): string[] {
  const parts: string[][] = [[]]
  let isCode = false
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    if (!isCode && /^#{2,6} /.test(line)) parts.push([])
    parts.at(-1)?.push(line)
  }
  return parts.map((lines) => lines.join('\n'))
}

function proseOf(markdown: string): string {
  return plain(markdown.replace(/^```[\s\S]*?^```/gm, ''))
    .replace(/^\|[\s:|-]+\|$/gm, '')
    .replace(/[|*]/g, ' ')
    .replace(/^\s*(?:[->]|\d+\.)\s/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Words of Markdown without its signs. */
function plain(markdown: string): string {
  return markdown
    .replace(/<!--[\s\S]*?-->/g, '')
    .replaceAll('`', '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
}

/** What code names, each name once. */
function namesIn(markdown: string): string {
  const blocks = [...markdown.matchAll(/^```\w*\n([\s\S]*?)^```/gm)]
  const spans = [...markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)]
  const words = [...blocks, ...spans].flatMap(([, code = '']) => code.match(/[\w$@/-]{3,}/g) ?? [])
  return [...new Set(words)].join(' ')
}
