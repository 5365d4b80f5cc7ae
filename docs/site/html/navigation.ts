import type { Page, PageKind } from '../page.js'

/** Links between related pages, shown next to each of them. */
export interface LinkGroup {
  readonly title: string
  readonly links: readonly PageLink[]
}

export interface PageLink {
  readonly name: string
  /** The page without extension, with an anchor if the link leads to a part of it. */
  readonly path: string
  readonly anchor?: string
}

/** A longer list is not read to its end, and the search is faster. */
const MOST_LINKS = 90

/** The links next to a page; determined once for all pages of a folder. */
export function navigationOf(pages: readonly Page[]): (page: Page) => readonly LinkGroup[] {
  const byFolder = new Map<string, readonly Page[]>()
  for (const page of pages) {
    const folder = folderOf(page)
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), page])
  }
  const groups = new Map(
    [...byFolder].map(([folder, inside]) => [folder, groupsOf(folder, inside)] as const),
  )
  return (page) => groups.get(folderOf(page)) ?? []
}

/** The pages before and after one, in the order in which they are listed beside it. */
export function neighboursOf(
  page: Page,
  groups: readonly LinkGroup[],
): { readonly before?: PageLink; readonly after?: PageLink } {
  const links = groups.flatMap((group) => group.links).filter((link) => link.anchor === undefined)
  const at = links.findIndex(({ path }) => path === page.path)
  const before = at > 0 ? links[at - 1] : undefined
  const after = at >= 0 ? links[at + 1] : undefined
  return { ...(before ? { before } : {}), ...(after ? { after } : {}) }
}

/** The home page belongs to the guides. */
function folderOf({ path }: Page): string {
  return path === 'index' ? 'guides' : path.includes('/') ? path.slice(0, path.indexOf('/')) : path
}

function groupsOf(folder: string, pages: readonly Page[]): LinkGroup[] {
  if (folder === 'guides') return guideGroups(pages)
  if (folder === 'codes') return codeGroups(pages)
  const of = (title: string, ...kinds: readonly PageKind[]): LinkGroup => {
    const inside = pages.filter((page) => kinds.includes(page.kind))
    if (inside.length > MOST_LINKS) {
      const anchor = title.toLowerCase().replaceAll(' ', '-')
      const all = { name: `All ${inside.length}`, path: `${folder}/reference`, anchor }
      return { title, links: [all] }
    }
    return { title, links: inside.map(linkTo) }
  }
  const groups = [
    of('Package', 'package'),
    ...byGroup(of('Operations', 'operation'), pages),
    ...byGroup(of('Methods', 'method'), pages),
    of('Tagged unions', 'union'),
    of('Types', 'type', 'enum'),
    of('Rules of diff', 'change'),
  ]
  return groups.filter(({ links }) => links.length > 0)
}

/** Operations by their tags, where the document arranges these. */
function byGroup(all: LinkGroup, pages: readonly Page[]): LinkGroup[] {
  const groupOf = new Map(pages.map(({ path, group }) => [path, group] as const))
  const titles = [...new Set(all.links.map(({ path }) => groupOf.get(path)))]
  return titles.map((group) => ({
    title: group === undefined ? all.title : `${all.title}: ${group}`,
    links: all.links.filter(({ path }) => groupOf.get(path) === group),
  }))
}

function linkTo({ kind, path, title }: Page): PageLink {
  if (kind !== 'package') return { name: title, path }
  return { name: path.endsWith('/index') ? 'Overview' : 'All pages', path }
}

function codeGroups(pages: readonly Page[]): LinkGroup[] {
  const index = pages.find(({ path }) => path === 'codes/index')
  if (!index) return []
  const titles = [...index.body.matchAll(/^## (.*)$/gm)].map(([, title = '']) => title)
  const links = titles.map((name) => {
    return { name, path: index.path, anchor: name.toLowerCase().replaceAll(' ', '-') }
  })
  return [{ title: index.title, links }]
}

function guideGroups(pages: readonly Page[]): LinkGroup[] {
  const titles = [...new Set(pages.flatMap(({ group }) => group ?? []))]
  return titles.map((title) => ({
    title,
    links: pages.filter(({ group }) => group === title).map(linkTo),
  }))
}
