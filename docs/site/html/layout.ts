import type { Page, Panel } from '../page.js'
import { cardPath } from './cards.js'
import { escapeHtml } from './highlight.js'
import { type LinkGroup, neighboursOf, type PageLink } from './navigation.js'
import { policyOf } from './policy.js'
import { type Rendered, rootOf } from './render.js'

const SECTIONS: readonly (readonly [title: string, path: string])[] = [
  ['Guides', 'index'],
  ['Routing', 'routing/index'],
  ['Node RPC', 'node-rpc/index'],
  ['Console', 'console'],
  ['Codes', 'codes/index'],
  ['Changes', 'changes/index'],
]

/** Where the site will be. Without it, nothing of a page depends on its address. */
export interface Site {
  /** `https://docs.example.com/`, with a slash at its end. */
  readonly url?: string
  /** Where a file of the repository is edited: `https://github.com/acme/tagwire/edit/main/`. */
  readonly editUrl?: string
  /** The version of tagwire that the pages are about. */
  readonly version?: string
}

/** The page for addresses that are none, which a host shows at any depth. */
export const NOT_FOUND = '404'

/** Links of a page that is shown anywhere begin at the root of the host. */
export function baseOf({ url }: Site): string {
  return url === undefined ? '/' : new URL(url).pathname
}

/** What search engines and previews of links read, which takes whole addresses. */
function socialTags(page: Page, title: string, url: string): string {
  const address = new URL(page.path === 'index' ? '' : `${page.path}.html`, url).href
  const tags = Object.entries({
    'og:type': 'website',
    'og:title': title,
    'og:description': page.summary,
    'og:url': address,
    'og:image': new URL(cardPath(page), url).href,
    'twitter:card': 'summary_large_image',
  }).map(([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}">`)
  return `<link rel="canonical" href="${escapeHtml(address)}">
${tags.join('\n')}
`
}

/**
 * The HTML document of a page. It is readable without scripts, which only add the colour scheme, search and
 * panels.
 */
export function htmlOf(
  page: Page,
  { html, headings }: Rendered,
  groups: readonly LinkGroup[],
  site: Site = {},
): string {
  const isPage = page.path !== NOT_FOUND
  const root = isPage ? rootOf(page) : baseOf(site)
  const { kind, panels = [] } = page
  const title = page.path === 'index' ? 'tagwire' : `${page.title} · tagwire`
  // The columns of a union need the room.
  const isConsole = panels.length > 0
  const imports = isConsole ? importMap(root) : undefined
  const { drawings = [] } = page
  const policy = policyOf({ inlineScript: imports, drawings, isConsole })
  const listed = kind === 'union' || page.path === 'index' ? [] : headings
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(page.summary)}">
<title>${escapeHtml(title)}</title>
<script src="${root}assets/theme.js"></script>
<link rel="stylesheet" href="${root}assets/site.css">
<link rel="icon" type="image/svg+xml" href="${root}assets/icon.svg">
${site.url === undefined ? '' : socialTags(page, title, site.url)}${isPage ? `<link rel="alternate" type="text/markdown" href="${markdownName(page)}">\n` : ''}${imports ? consoleScripts(root, imports) : ''}<script type="module" src="${root}assets/page.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
<a class="brand" href="${root}index.html">tagwire</a>
<nav class="sections" aria-label="Sections">${sectionLinks(page, root)}</nav>
<form role="search" hidden data-root="${root}">
<input type="search" aria-label="Search" placeholder="Search  /" aria-keyshortcuts="/ Control+K" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="results" aria-autocomplete="list">
<p role="status" hidden></p>
<ul id="results" role="listbox" aria-label="Results" hidden></ul>
</form>
<button class="theme" type="button" hidden>Dark</button>
<a class="menu" href="#menu">Menu</a>
</header>
<div class="page" data-kind="${kind}"${page.path === 'index' ? ' data-home' : ''}>
${sideHtml(page, root, groups)}
<main id="main" tabindex="-1">
${crumbs(page, root)}<h1>${escapeHtml(page.title)}</h1>
${html}${panels.map(panelHtml).join('')}${neighboursHtml(page, root, groups)}</main>
${contentsHtml(listed)}</div>
<footer>${footerHtml(page, site)}</footer>
</body>
</html>
`
}

function footerHtml(page: Page, { editUrl, version }: Site): string {
  const links =
    page.path === NOT_FOUND
      ? []
      : [
          `<a href="${markdownName(page)}">This page as Markdown</a>.`,
          ...(editUrl === undefined || page.source === undefined
            ? []
            : [`<a href="${escapeHtml(editUrl + page.source)}">Edit this page</a>.`]),
        ]
  const about = version === undefined ? 'tagwire' : `tagwire ${escapeHtml(version)}`
  return [
    `${about}. Generated by <code>npx -y pnpm@12 site</code> from the same model as the packages.`,
    ...links,
  ].join(' ')
}

function markdownName({ path }: Page): string {
  return `${path.split('/').at(-1)}.md`
}

function sectionLinks(page: Page, root: string): string {
  const links = SECTIONS.map(([name, path]) => {
    const current = isIn(page, path) ? ' aria-current="true"' : ''
    return `<a href="${root}${path}.html"${current}>${name}</a>`
  })
  return links.join('')
}

/**
 * The pages that belong together. Beside the page where there is room; on a phone it is the menu, together with the
 * sections of the header, shown when its link has been followed.
 */
function sideHtml(page: Page, root: string, groups: readonly LinkGroup[]): string {
  const lists = groups.map(({ title, links }) => {
    const items = links.map(({ anchor, name, path }) => {
      const here = anchor === undefined && path === page.path ? ' aria-current="page"' : ''
      const hash = anchor === undefined ? '' : `#${anchor}`
      return `<li><a href="${root}${path}.html${hash}"${here}>${escapeHtml(name)}</a></li>`
    })
    return `<p>${escapeHtml(title)}</p><ul>${items.join('')}</ul>`
  })
  return `<nav class="side" id="menu" aria-label="Pages"><a class="close" href="#main">Close</a>
<div class="sections">${sectionLinks(page, root)}</div>
${lists.join('\n')}</nav>`
}

function neighboursHtml(page: Page, root: string, groups: readonly LinkGroup[]): string {
  const { after, before } = neighboursOf(page, groups)
  if (!before && !after) return ''
  const link = ({ name, path }: PageLink, rel: 'prev' | 'next', label: string): string =>
    `<a rel="${rel}" href="${root}${path}.html"><small>${label}</small>${escapeHtml(name)}</a>`
  return `<nav class="neighbours" aria-label="Previous and next">${before ? link(before, 'prev', 'Previous') : '<span></span>'}${after ? link(after, 'next', 'Next') : ''}</nav>
`
}

function contentsHtml(headings: Rendered['headings']): string {
  if (headings.length < 2) return ''
  const items = headings.map(({ id, text }) => {
    return `<li><a href="#${id}">${escapeHtml(text)}</a></li>`
  })
  return `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></nav>`
}

const CONSOLE_IMPORTS = {
  '@tagwire/routing': 'routing',
  '@tagwire/routing/mock': 'routing-mock',
  '@tagwire/routing/validate': 'routing-validate',
  '@tagwire/node-rpc': 'node-rpc',
}

/** Programs of the console import the packages by their names, as those of readers do. */
function importMap(root: string): string {
  const imports = Object.fromEntries(
    Object.entries(CONSOLE_IMPORTS).map(([name, file]) => {
      return [name, `./${root}assets/console/${file}.js`]
    }),
  )
  return JSON.stringify({ imports })
}

function consoleScripts(root: string, imports: string): string {
  return `<script type="importmap">${imports}</script>
<script type="module" src="${root}assets/console/console.js"></script>
`
}

function panelHtml({ id, title }: Panel): string {
  return `<h2 id="${id}-title">${escapeHtml(title)}</h2>\n<div id="${id}" aria-labelledby="${id}-title" role="group"><p>This part needs a script.</p></div>\n`
}

function isIn(page: Page, path: string): boolean {
  if (path === 'index') return page.path === 'index' || page.path.startsWith('guides/')
  return page.path.startsWith(path.replace(/index$/, ''))
}

function crumbs({ kind, path, package: of }: Page, root: string): string {
  const [folder = ''] = path.split('/')
  const above =
    kind === 'diagnostic'
      ? ['Diagnostic codes', 'codes/index']
      : kind === 'change'
        ? ['Rules of diff', 'changes/index']
        : of !== undefined && kind !== 'package'
          ? [`${of} reference`, `${folder}/reference`]
          : undefined
  if (!above) return ''
  const [name = '', target = ''] = above
  const label = ['diagnostic', 'change'].includes(kind) ? '' : ` · ${kind}`
  return `<p class="crumbs"><a href="${root}${target}.html">${escapeHtml(name)}</a>${label}</p>\n`
}
