import { escapeHtml } from './highlight.js'
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
export function htmlOf(page: Page, { html, headings }: Rendered): string {
  const root = rootOf(page)
  const { panels = [] } = page
  const title = page.path === 'index' ? 'tagwire' : `${page.title} · tagwire`
  const links = SECTIONS.map(([name, path]) => {
    const current = isIn(page, path) ? ' aria-current="true"' : ''
    return `<a href="${root}${path}.html"${current}>${name}</a>`
  })
  const contents = headings.map(
    ({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`,
  )
  const aside =
    contents.length > 1
      ? `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${contents.join('')}</ul></nav>`
      : ''
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
<link rel="alternate" type="text/markdown" href="${page.path.split('/').at(-1)}.md">
<script type="module" src="${root}assets/search.js"></script>${
    panels.length > 0 ? `\n<script type="module" src="${root}assets/console.js"></script>` : ''
  }
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
<a class="brand" href="${root}index.html">tagwire</a>
<nav aria-label="Sections">${links.join('')}</nav>
<form role="search" hidden data-root="${root}">
<input type="search" aria-label="Search" placeholder="Search  /" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="results" aria-autocomplete="list">
<ul id="results" role="listbox" aria-label="Results" hidden></ul>
</form>
<button class="theme" type="button" hidden>Dark</button>
</header>
<div class="page">
<main id="main" tabindex="-1">
${crumbs(page, root)}<h1>${escapeHtml(page.title)}</h1>
${html}${panels.map(panelHtml).join('')}</main>
${aside}</div>
<footer>Made by <code>npx -y pnpm@12 site</code> from the model that the packages are made from. <a href="${page.path.split('/').at(-1)}.md">This page as Markdown</a>.</footer>
</body>
</html>
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
