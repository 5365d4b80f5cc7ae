import { posix } from 'node:path'
import type { Page } from './page.js'

/** A link of Markdown or of a drawing to a page beside it. */
const LINK = /(\]\(|href=")((?!https?:|\/|#)[^)"]+)\.md/g
const TYPE = /[A-Z]\w*/g
const GROUPS = ['unions', 'types', 'enums'] as const

/**
 * The pages of another release line of a package. Pages that are the same, including everything that they
 * link to, are left out, and links lead to the existing pages of the first line.
 */
export function pagesThatDiffer(line: readonly Page[], base: readonly Page[]): Page[] {
  const from = folderOf(line[0])
  const to = folderOf(base[0])
  const baseOf = (path: string): string => `${to}${path.slice(from.length)}`
  const textsOfBase = new Map(base.map((page) => [page.path, textOf(page)]))
  const leads = new Map(line.map((page) => [page.path, pagesNamedIn(page)]))
  const differs = new Set<string>()
  for (const page of line) {
    if (textOf(page) !== textsOfBase.get(baseOf(page.path))) differs.add(page.path)
  }
  for (let before = 0; before !== differs.size; ) {
    before = differs.size
    for (const [path, targets] of leads) {
      if (targets.some((target) => differs.has(target))) differs.add(path)
    }
  }

  const led = (page: Page, text: string): string =>
    text.replace(LINK, (link, before: string, name: string) => {
      const target = besides(page, name)
      return leads.has(target) && !differs.has(target) ? `${before}/${baseOf(target)}.md` : link
    })
  const says = `Everything else is as in \`${base[0]?.package}\`.`
  return line
    .filter(({ kind, path }) => kind === 'package' || differs.has(path))
    .map((page) => ({
      ...page,
      sharesPagesOf: to,
      body: `${page.path === `${from}/reference` ? `${says}\n\n` : ''}${led(page, page.body)}`,
      ...(page.drawings && {
        drawings: page.drawings.map((each) => ({ ...each, svg: led(page, each.svg) })),
      }),
    }))
}

function folderOf(page: Page | undefined): string {
  return page?.path.split('/')[0] ?? ''
}

/** The text of a page, independent of its package. */
function textOf({ body, drawings = [], package: name = '' }: Page): string {
  return [body, ...drawings.map(({ svg }) => svg)].join('\n').replaceAll(name, '')
}

function besides({ path }: Page, name: string): string {
  return posix.join(posix.dirname(path), name)
}

/** The pages that a page depends on. Pages that use it do not matter. */
function pagesNamedIn(page: Page): string[] {
  if (page.kind === 'package') return []
  const [own = ''] = page.body.split('\n## Used by')
  const code = [...own.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)
  const types = code.flatMap((text) => text.match(TYPE) ?? [])
  const links = [...own.matchAll(LINK)].map(([, , name = '']) => besides(page, name))
  const folder = folderOf(page)
  return [...types.flatMap((name) => GROUPS.map((group) => `${folder}/${group}/${name}`)), ...links]
}
