import { escapeHtml } from './highlight.js'
import type { LinkGroup } from './navigation.js'
import type { Page, Panel } from './page.js'
import { type Rendered, rootOf } from './render.js'

const SECTIONS: readonly (readonly [title: string, path: string])[] = [
  ['Guides', 'index'],
  ['Routing', 'routing/index'],
  ['Node RPC', 'node-rpc/index'],
  ['Console', 'console'],
  ['Codes', 'codes/index'],
  ['Changes', 'changes/index'],
]

/** The document of a page. It reads without script; there are the choice of colours and search, and what fills panels. */
export function htmlOf(
  page: Page,
  { html, headings }: Rendered,
  groups: readonly LinkGroup[],
): string {
  const root = rootOf(page)
  const { kind, panels = [] } = page
  const title = page.path === 'index' ? 'tagwire' : `${page.title} · tagwire`
  const markdown = `${page.path.split('/').at(-1)}.md`
  // The columns of a union need the room.
  const listed = kind === 'union' || page.path === 'index' ? [] : headings
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(page.summary)}">
<title>${escapeHtml(title)}</title>
<script src="${root}assets/theme.js"></script>
<link rel="stylesheet" href="${root}assets/site.css">
<link rel="alternate" type="text/markdown" href="${markdown}">
${panels.length > 0 ? consoleScripts(root) : ''}<script type="module" src="${root}assets/page.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
<a class="brand" href="${root}index.html">tagwire</a>
<nav class="sections" aria-label="Sections">${sectionLinks(page, root)}</nav>
<form role="search" hidden data-root="${root}">
<input type="search" aria-label="Search" placeholder="Search  /" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="results" aria-autocomplete="list">
<ul id="results" role="listbox" aria-label="Results" hidden></ul>
</form>
<button class="theme" type="button" hidden>Dark</button>
<a class="menu" href="#menu">Menu</a>
</header>
<div class="page" data-kind="${kind}"${page.path === 'index' ? ' data-home' : ''}>
${sideHtml(page, root, groups)}
<main id="main" tabindex="-1">
${crumbs(page, root)}<h1>${escapeHtml(page.title)}</h1>
${html}${panels.map(panelHtml).join('')}</main>
${contentsHtml(listed)}</div>
<footer>Made by <code>npx -y pnpm@12 site</code> from the model that the packages are made from. <a href="${markdown}">This page as Markdown</a>.</footer>
</body>
</html>
`
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
function consoleScripts(root: string): string {
  const imports = Object.fromEntries(
    Object.entries(CONSOLE_IMPORTS).map(([name, file]) => {
      return [name, `./${root}assets/console/${file}.js`]
    }),
  )
  return `<script type="importmap">${JSON.stringify({ imports })}</script>
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
