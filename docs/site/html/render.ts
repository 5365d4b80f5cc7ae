import { posix } from 'node:path'
import MarkdownIt from 'markdown-it'
import type { Page } from '../page.js'
import { escapeHtml, highlight } from './highlight.js'
import { sideBySide } from './side-by-side.js'

export interface Heading {
  readonly id: string
  readonly text: string
}

export interface Rendered {
  readonly html: string
  /** Second-level headings, for the list of what is on the page. */
  readonly headings: readonly Heading[]
}

const { dirname, join } = posix

interface Env {
  readonly page: Page
  readonly site: ReadonlyMap<string, Page>
  readonly headings: Heading[]
  readonly slugs: Set<string>
}

/** `../` for each level of a page's path. */
export function rootOf({ path }: Pick<Page, 'path'>): string {
  return '../'.repeat(path.split('/').length - 1)
}

const TYPE = /[A-Z][A-Za-z0-9_]*/g

export type Renderer = (page: Page, markdown: string) => Rendered

export function createRenderer(site: ReadonlyMap<string, Page>): Renderer {
  const markdown = new MarkdownIt({ html: false, highlight })
  sideBySide(markdown)
  const { rules } = markdown.renderer
  rules.fence = (tokens, index) => {
    const { content = '', info = '' } = tokens[index] ?? {}
    const language = info.trim()
    return `<div class="code" data-language="${escapeHtml(language)}"><pre tabindex="0"><code>${highlight(content, language)}</code></pre></div>\n`
  }
  rules.table_open = () => '<div class="table" tabindex="0"><table>\n'
  rules.table_close = () => '</table></div>\n'
  // A cell without text is not the heading of anything.
  const nameOf = (cell: string, text: string | undefined): string =>
    cell === 'th' && text === '' ? 'td' : cell
  for (const cell of ['th', 'td']) {
    rules[`${cell}_open`] = (tokens, index) => {
      // Styles in attributes would need a policy that allows any.
      const [, side] = /^text-align:(\w+)$/.exec(tokens[index]?.attrGet('style') ?? '') ?? []
      const name = nameOf(cell, tokens[index + 1]?.content)
      return side === undefined ? `<${name}>` : `<${name} class="${side}">`
    }
    rules[`${cell}_close`] = (tokens, index) => `</${nameOf(cell, tokens[index - 1]?.content)}>\n`
  }
  rules.heading_open = (tokens, index, _options, env: Env) => {
    const { tag = 'h2' } = tokens[index] ?? {}
    const text = (tokens[index + 1]?.children ?? []).map((each) => each.content).join('')
    const id = freeSlug(text, env.slugs)
    if (tag === 'h2') env.headings.push({ id, text })
    return tag === 'h2'
      ? `<${tag} id="${id}"><a class="anchor" href="#${id}">`
      : `<${tag} id="${id}">`
  }
  rules.heading_close = (tokens, index) => {
    const { tag = 'h2' } = tokens[index] ?? {}
    return tag === 'h2' ? '</a></h2>\n' : `</${tag}>\n`
  }
  rules.code_inline = (tokens, index, _options, env: Env) =>
    `<code>${linkedTypes(tokens[index]?.content ?? '', insideLink(tokens, index), env)}</code>`
  rules.link_open = (tokens, index, _options, env: Env) => {
    const target = targetOf(tokens[index]?.attrGet('href') ?? '', env)
    return target === undefined ? '<span>' : `<a href="${escapeHtml(target)}">`
  }
  rules.link_close = (tokens, index, _options, env: Env) => {
    const opening = tokens.slice(0, index).findLast((each) => each.type === 'link_open')
    return targetOf(opening?.attrGet('href') ?? '', env) === undefined ? '</span>' : '</a>'
  }
  rules.image = (tokens, index, _options, env: Env) => {
    const source = tokens[index]?.attrGet('src') ?? ''
    const drawing = env.page.drawings?.find(({ name }) => name === source)
    if (!drawing) return escapeHtml(tokens[index]?.content ?? '')
    const svg = drawing.svg.replace(/href="([^"]*)"/g, (_, href: string) => {
      return `href="${escapeHtml(targetOf(href, env) ?? '#')}"`
    })
    return `<span class="drawing" tabindex="0">${svg}</span>`
  }
  return (page, text) => {
    const env: Env = { page, site, headings: [], slugs: new Set() }
    // Comments are for tools that write into the file.
    const shown = text.replace(/^<!--[^>]*-->\n?/gm, '')
    return { html: markdown.render(shown, env), headings: env.headings }
  }
}

function insideLink(tokens: readonly { readonly type: string }[], index: number): boolean {
  const before = tokens.slice(0, index)
  const count = (type: string): number => before.filter((each) => each.type === type).length
  return count('link_open') > count('link_close')
}

/** Code that names types of the package leads to them. */
function linkedTypes(code: string, isLinked: boolean, { page, site }: Env): string {
  const folders = [page.path.split('/')[0], page.sharesPagesOf]
  if (isLinked || page.package === undefined || page.kind === 'package') return escapeHtml(code)
  let html = ''
  let end = 0
  for (const match of code.matchAll(TYPE)) {
    const path = folders
      .flatMap((folder) =>
        ['unions', 'types', 'enums'].map((group) => `${folder}/${group}/${match[0]}`),
      )
      .find((each) => site.has(each) && each !== page.path)
    const before = code[match.index - 1] ?? ''
    if (path === undefined || /['"\w]/.test(before)) continue
    html += escapeHtml(code.slice(end, match.index))
    html += `<a href="${rootOf(page)}${path}.html">${match[0]}</a>`
    end = match.index + match[0].length
  }
  return html + escapeHtml(code.slice(end))
}

/** Where a link of a Markdown file leads on the site; nowhere, when its target is not published. */
function targetOf(href: string, { page, site }: Env): string | undefined {
  if (/^(?:https?:|#)/.test(href)) return href
  if (/^llms[\w-]*\.txt$/.test(href)) return rootOf(page) + href
  const [file = '', anchor] = href.split('#')
  const hash = anchor === undefined ? '' : `#${anchor}`
  const name = file.replace(/\.md$/, '').replace(/^rules\/([\w-]+)\/$/, '/changes/$1')
  const path = name.startsWith('/')
    ? name.slice(1)
    : [
        ...readmePages(page, name),
        besidePage(page, name),
        `guides/${name.replace(/^.*\//, '').replace(/^\d+-/, '')}`,
      ].find((each) => site.has(each))
  return path !== undefined && site.has(path) ? `${rootOf(page)}${path}.html${hash}` : undefined
}

/** Where the README of a package or an example may be, which links name as in the repository. */
function readmePages({ source = '' }: Page, name: string): string[] {
  const whole =
    source === ''
      ? name.replace(/^\.\.\/(?=[\w-]+\/README$)/, 'packages/')
      : join(dirname(source), name)
  const [, folder, own] = /(?:^|\/)(packages|examples)\/([\w.-]+)\/README$/.exec(whole) ?? []
  return own === undefined ? [] : [`${own}/index`, `${folder}/${own}`]
}

/** A package has its pages in `docs`, which the site leaves out. */
function besidePage({ path }: Page, name: string): string {
  return join(dirname(path), name.replace(/^docs\//, ''))
}

/** Identifiers of headings as GitHub makes them, so that links in READMEs work in both places. */
export function freeSlug(text: string, taken: Set<string>): string {
  const base = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
  let slug = base
  for (let count = 1; taken.has(slug); count++) slug = `${base}-${count}`
  taken.add(slug)
  return slug
}
