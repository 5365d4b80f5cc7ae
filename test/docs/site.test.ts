import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { createSearch, type Search } from '../../docs/site/browser/search-query.js'
import { type SiteFile, siteAssets, siteFiles, sitePages } from '../../docs/site/build.js'
import { cardPath, drawCards } from '../../docs/site/html/cards.js'
import type { Page } from '../../docs/site/page.js'
import { PACKAGES } from '../../docs/site/read-packages.js'
import { rules } from '../../generator/src/compare/schemas/rules.js'
import { catalogue } from '../../generator/src/diagnostics/catalogue.js'
import { readNamedSpec } from '../../generator/src/pipeline/read-named-spec.js'
import { documentedPackage, packagePages } from './package-pages.js'
import { QUESTIONS } from './questions.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

let pages: readonly Page[]
let files: ReadonlyMap<string, string>
let assets: readonly SiteFile[]

beforeAll(async () => {
  pages = await sitePages(root, documentedPackage)
  assets = await siteAssets(root)
  files = new Map([...siteFiles(pages), ...assets].map(({ path: name, text }) => [name, text]))
}, 60_000)

function htmlPages(): [string, string][] {
  return [...files].filter(([name]) => name.endsWith('.html'))
}

describe('links', () => {
  it('of HTML lead to files and headings that exist', () => {
    const dead: string[] = []
    for (const [name, html] of htmlPages()) {
      for (const [, target = ''] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
        if (/^https?:/.test(target)) continue
        if (name === '404.html' && target.startsWith('/')) {
          if (!files.has(target.slice(1))) dead.push(`${name}: ${target}`)
          continue
        }
        const [file = '', anchor] = target.split('#')
        const found = file === '' ? name : path.posix.join(path.posix.dirname(name), file)
        const there = files.get(found)
        if (there === undefined) dead.push(`${name}: ${target}`)
        else if (anchor && !there.includes(`id="${anchor}"`)) dead.push(`${name}: ${target}`)
      }
    }
    expect(dead).toEqual([])
  })

  it('of llms.txt lead to files that exist', () => {
    const links = [...(files.get('llms.txt') ?? '').matchAll(/\]\(([^)]+)\)/g)]
    expect(links.length).toBeGreaterThan(40)
    for (const [, target = ''] of links) expect(files.has(target), target).toBe(true)
  })
})

describe('files for others than readers', () => {
  it('llms.txt fits into a prompt, and begins with tasks and commands', () => {
    const text = files.get('llms.txt') ?? ''
    expect(Buffer.byteLength(text)).toBeLessThan(8000)
    const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title)
    expect(headings.slice(0, 2)).toEqual(['Tasks', 'Commands'])
  })

  it('every guide is in one text of its topic', () => {
    const wholes = [...files]
      .filter(([name]) => /^llms-.*\.txt$/.test(name))
      .map(([, text]) => text)
    for (const page of pages.filter(({ group }) => group !== undefined)) {
      const holding = wholes.filter((text) => text.includes(`<!-- ${page.path}.md -->\n`))
      expect(holding, page.path).toHaveLength(1)
    }
  })

  it('only a site with an address has canonical addresses and a sitemap', () => {
    expect(files.has('sitemap.xml')).toBe(false)
    const [home] = pages
    const index = pages.find(({ path: name }) => name === 'guides/errors')
    if (!home || !index) throw new Error('The site has no home page or no guide about errors.')
    const site = siteFiles([home, index], { url: 'https://docs.example.com/tagwire/' })
    const text = (name: string): string => site.find((file) => file.path === name)?.text ?? ''
    expect(text('sitemap.xml')).toContain(
      '<loc>https://docs.example.com/tagwire/guides/errors.html</loc>',
    )
    expect(text('guides/errors.html')).toContain(
      '<link rel="canonical" href="https://docs.example.com/tagwire/guides/errors.html">',
    )
    expect(text('index.html')).toContain(
      '<meta property="og:url" content="https://docs.example.com/tagwire/">',
    )
    expect(text('404.html')).toContain('href="/tagwire/assets/site.css"')
    expect(text('guides/errors.html')).toContain(
      '<meta property="og:image" content="https://docs.example.com/tagwire/cards/guides-errors.png">',
    )
    expect(files.get('index.html')).not.toContain('canonical')
  })

  it('every page of a site with an address has a card that is drawn, 1200 by 630', async () => {
    const home = pages.slice(0, 3)
    const inPackage = pages.find(({ path: name }) => name === 'routing/operations/route')
    const overview = pages.find(({ path: name }) => name === 'routing/index')
    if (!inPackage || !overview) throw new Error('The routing package has no page for `route`.')
    const cards = await drawCards([...home, overview])
    const drawn = new Set(cards.map((card) => card.path))
    for (const page of [...home, overview, inPackage]) expect(drawn).toContain(cardPath(page))
    for (const { png } of cards) {
      const header = new DataView(png.buffer, png.byteOffset)
      expect([header.getUint32(16), header.getUint32(20)]).toEqual([1200, 630])
    }
    const folders = new Set(pages.map(cardPath))
    const own = new Set(
      pages.filter(({ kind }) => kind === 'guide' || kind === 'package').map(cardPath),
    )
    expect([...folders].filter((name) => !own.has(name))).toEqual([])
  })

  it('guides can be edited where the repository is said, and every page names the version', () => {
    const guide = pages.find(({ path: name }) => name === 'guides/errors')
    const code = pages.find(({ path: name }) => name === 'codes/TW1001')
    if (!guide || !code)
      throw new Error('The site has no guide about errors or no page for TW1001.')
    const site = siteFiles([guide, code], {
      version: '1.2.3',
      editUrl: 'https://github.com/acme/tagwire/edit/main/',
    })
    const text = (name: string): string => site.find((file) => file.path === name)?.text ?? ''
    const link = /href="(https:\/\/github\.com[^"]*)"/.exec(text('guides/errors.html'))?.[1] ?? ''
    expect(link).toBe('https://github.com/acme/tagwire/edit/main/docs/use/02-errors.md')
    expect(existsSync(path.join(root, new URL(link).pathname.split('/main/')[1] ?? ''))).toBe(true)
    expect(text('codes/TW1001.html')).not.toContain('github.com/acme')
    expect(text('codes/TW1001.html')).toContain('<footer>tagwire 1.2.3.')
  })

  it('guides lead to the ones before and after them, and comments are not shown', () => {
    const html = files.get('guides/errors.html') ?? ''
    expect(html).toMatch(/rel="prev" href="\.\.\/guides\/authentication\.html"/)
    expect(html).toMatch(/rel="next" href="\.\.\/guides\/timeouts-and-retries\.html"/)
    for (const [name, text] of htmlPages())
      expect(text, name).not.toMatch(/&lt;!-- (?:differences|end)/)
  })
})

describe('the Content-Security-Policy', () => {
  const policyIn = (html: string): string =>
    /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/
      .exec(html)?.[1]
      ?.replaceAll('&#39;', "'") ?? ''

  it('is the first thing that every page says, and lets nothing from elsewhere in', () => {
    for (const [name, html] of htmlPages()) {
      const policy = policyIn(html)
      expect(html.indexOf('<meta http-equiv'), name).toBeLessThan(html.indexOf('<script'))
      expect(policy, name).toContain("default-src 'none'; script-src 'self'")
      expect(policy, name).not.toContain('unsafe')
      const isConsole = name === 'console.html'
      expect(policy.includes("connect-src 'self';"), name).toBe(!isConsole)
      expect(policy.includes('blob:'), name).toBe(isConsole)
    }
  })

  it('fits what is in the pages: no inline style, and no inline script without its hash', () => {
    for (const [name, html] of htmlPages()) {
      const markup = html.replace(/<!doctype html>/, '')
      expect(/<[a-z][^>]*\s(?:style|on\w+)=/i.exec(markup)?.[0], name).toBeUndefined()
      const inline = [
        ...markup.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^<]*)<\/script>/g),
        ...markup.matchAll(/<style[^>]*>([^<]*)<\/style>/g),
      ]
      for (const [, text = ''] of inline) {
        const hash = createHash('sha256').update(text).digest('base64')
        expect(policyIn(html), name).toContain(`'sha256-${hash}'`)
      }
      for (const [, src = ''] of markup.matchAll(
        /<(?:script|img|link)[^>]*\s(?:src|href)="([^"]*)"/g,
      )) {
        expect(src, name).not.toMatch(/^(?:https?:|data:|\/\/)/)
      }
    }
  })
})

describe('pages', () => {
  it('the list of rules has each of them once, in a group', () => {
    const index = pages.find(({ path: name }) => name === 'changes/index')
    const listed = [...(index?.body ?? '').matchAll(/^- \[`([\w-]+)`\]/gm)].map(([, kind]) => kind)
    expect(listed.sort()).toEqual(Object.keys(rules).sort())
    expect(index?.body.match(/^## /gm)).toHaveLength(7)
  })

  it('there is one for every operation, union, type, diagnostic code and rule of diff', async () => {
    const paths = new Set(pages.map((page) => page.path))
    expect(paths.size).toBe(pages.length)
    const specs = { routing: 'routing/openapi.yaml', 'node-rpc': 'node-rpc/openrpc.yaml' }
    for (const folder of PACKAGES) {
      const { model } = await readNamedSpec(`spec/${specs[folder]}`, root)
      const { operations = [], declarations = [] } = model ?? {}
      expect(operations.length).toBeGreaterThan(10)
      const mine = pages.filter((page) => page.path.startsWith(`${folder}/`))
      expect(mine.length).toBe(operations.length + declarations.length + 3)
    }
    for (const code of Object.keys(catalogue)) expect(paths).toContain(`codes/${code}`)
    for (const rule of Object.keys(rules)) expect(paths).toContain(`changes/${rule}`)
  })

  it('of a release line are those that differ, and the others are the ones of the first line', () => {
    const paths = new Set(pages.map((page) => page.path))
    expect(paths).toContain('node-rpc-0.37/types/BeginBlockResult')
    expect(paths).toContain('node-rpc-0.37/methods/blockResults')
    expect(paths).toContain('node-rpc-1.0/types/FeatureParams')
    expect(paths).not.toContain('node-rpc-0.37/types/ResultHealth')
    expect(paths).toContain('node-rpc-0.39/types/AuthorityParams')
    expect(paths).not.toContain('node-rpc-0.40/types/Header')
    for (const line of ['0.37', '0.39', '0.40', '1.0'].map((each) => `node-rpc-${each}`)) {
      const html = files.get(`${line}/reference.html`) ?? ''
      expect(html).toContain('href="../node-rpc/methods/health.html"')
      expect(html).toContain(`href="../${line}/methods/blockResults.html"`)
      const listed = [...packagePages.keys()].filter((name) => name.startsWith(`packages/${line}/`))
      expect(files.get(`${line}/reference.md`)?.match(/\]\(/g)?.length).toBe(listed.length)
      const dead = pages
        .filter((page) => page.path.startsWith(`${line}/`) && page.kind !== 'package')
        .flatMap(({ path: from, body }) =>
          [...body.matchAll(/\]\(([^)#]+)\.md/g)].map(([, target = '']) =>
            target.startsWith('/')
              ? target.slice(1)
              : path.posix.join(path.posix.dirname(from), target),
          ),
        )
        .filter((target) => !paths.has(target))
      expect(dead).toEqual([])
    }
  })

  it('carry no script but theme and search, and read without them', () => {
    for (const [name, html] of htmlPages()) {
      const scripts = html.match(/<script\b[^>]*>/g) ?? []
      // The console has what its programs import besides.
      expect(scripts, name).toHaveLength(name === 'console.html' ? 4 : 2)
      expect(scripts[0], name).toMatch(/src="[./]*assets\/theme\.js"/)
      expect(scripts.at(-1), name).toMatch(/type="module" src="[./]*assets\/page\.js"/)
      expect(html, name).toMatch(/<h1>.+<\/h1>/)
      expect(html, name).not.toMatch(/<th[^>]*><\/th>/)
      // A link to a package that is no page of the site.
      expect(html, name).not.toMatch(/<span><code>@tagwire/)
    }
  })

  it('ship what they may ship', () => {
    const bytes = (fits: (name: string) => boolean): number =>
      [...files].reduce((sum, [name, text]) => sum + (fits(name) ? Buffer.byteLength(text) : 0), 0)
    const script = bytes((name) => /^assets\/(?:theme|page)\.js$/.test(name))
    expect(script).toBeGreaterThan(1000)
    expect(script).toBeLessThan(8_000)
    const console = bytes((name) => name.startsWith('assets/console/'))
    expect(console).toBeGreaterThan(20_000)
    // The sandbox's data are a third of it. Its Worker shares the validators with the page.
    expect(console).toBeLessThan(410_000)
    expect(bytes((name) => name === 'assets/site.css')).toBeLessThan(20_000)
    const shared = ['assets/site.css', 'assets/theme.js', 'assets/page.js', 'assets/icon.svg']
      .map((name) => gzipSync(files.get(name) ?? '').length)
      .reduce((sum, each) => sum + each)
    expect(shared).toBeGreaterThan(3000)
    // What a browser loads before anyone searches or uses the console.
    for (const [name, html] of htmlPages()) {
      expect(gzipSync(html).length + shared, name).toBeLessThan(20_000)
    }
    // The files next to a page are a part of its size, not another copy of the site.
    const all = bytes((name) => name.endsWith('.html'))
    expect(all / pages.length).toBeLessThan(16_000)
  })

  it('say what they are in front matter', () => {
    const text = files.get('routing/unions/Operation.md') ?? ''
    expect(text).toMatch(/^---\ntitle: "Operation"\nkind: "union"\npackage: "@tagwire\/routing"\n/)
    expect(text.match(/```(?:json|ts)\n/g)?.length).toBeGreaterThanOrEqual(5)
  })

  it('put the same union side by side in five ways, each a block of its own', () => {
    for (const { path: name, title } of pages.filter(({ kind }) => kind === 'union')) {
      const html = files.get(`${name}.html`) ?? ''
      const ways = /<div class="ways">(.*?)<\/div>\n<h2/s.exec(html)?.[1] ?? ''
      const heads = [...ways.matchAll(/<h3 id="[^"]*">(.*?)<\/h3>/g)].map(([, text]) => text)
      const five = ['JSON', 'TypeScript', 'Guard: one kind', 'Match: every kind', 'Constructor']
      expect(heads, title).toEqual(five)
      expect(ways.match(/<section class="way /g), title).toHaveLength(5)
      expect(ways.match(/<\/section>/g), title).toHaveLength(5)
      expect(ways.match(/<pre /g), title).toHaveLength(5)
    }
  })

  it('write types on one line, without comments', () => {
    for (const { body, path: name, package: of } of pages) {
      if (of === undefined || name.endsWith('/index')) continue
      const spans = body.replace(/^```.*?^```$/gms, '').match(/`[^`\n]+`/g) ?? []
      expect(
        spans.filter((span) => /\/\*\*|: \w+ \w+\??:/.test(span)),
        name,
      ).toEqual([])
    }
  })

  it('read members by their names where these are names', () => {
    expect(files.get('routing/unions/Swap.md')).toContain('return value.swap_in\n')
    const unions = pages.filter(({ kind }) => kind === 'union')
    for (const { body, title } of unions) expect(body, title).not.toMatch(/value\['\w+'\]/)
  })

  it('are listed beside each other: guides in groups, operations and unions of a package', () => {
    const guides = pages.filter(({ group }) => group !== undefined)
    expect(guides.length).toBeGreaterThan(20)
    // A new page of `docs` is found below More until it has its place in guide-pages.ts.
    expect(guides.filter(({ group }) => group === 'More').length).toBeLessThan(4)
    const html = files.get('routing/operations/route.html') ?? ''
    const side = /<nav class="side".*?<\/nav>/s.exec(html)?.[0] ?? ''
    expect(side).toContain('<a href="../../routing/operations/route.html" aria-current="page">')
    expect(side).toContain('<a href="../../routing/unions/Swap.html">')
  })

  it('say in lists what they are about, in a sentence', () => {
    for (const { path: name, kind, summary } of pages) {
      if (kind !== 'guide' || name === 'index' || name === 'console') continue
      expect(summary, name).toMatch(/^\S.{24,}[.:!?]$/)
      expect(summary, name).not.toMatch(/[{}]|=>/)
    }
  })

  it('draw every tagged union, with links to its payloads', () => {
    const unions = pages.filter(({ kind }) => kind === 'union')
    expect(unions.length).toBeGreaterThan(8)
    for (const { path: name, title } of unions) {
      const svg = files.get(`${path.posix.dirname(name)}/${title}.svg`)
      expect(svg, name).toContain('<svg')
      // A window of 360 pixels with its margins.
      expect(Number(/ width="(\d+)"/.exec(svg ?? '')?.[1]), name).toBeLessThanOrEqual(328)
    }
    const html = files.get('routing/unions/Operation.html')
    expect(html).toContain('<a href="../../routing/types/Transfer.html"><text class="u-type"')
  })
})

describe('search', () => {
  let search: Search
  beforeAll(() => {
    search = createSearch(JSON.parse(files.get('assets/search.json') ?? ''))
  })

  const pagesFor = (question: string): string[] => {
    const found = search(question).results.map(({ path: name }) => name.replace(/\.html.*/, ''))
    return [...new Set(found)].slice(0, 3)
  }

  it.each(QUESTIONS)('has an answer to: %s', (question, ...wanted) => {
    const found = pagesFor(question).map((page) => page.replace(/^guides\//, ''))
    expect(
      wanted.some((page) => found.includes(page)),
      `${found} for ${wanted}`,
    ).toBe(true)
  })

  it('is asked at least 120 questions, about pages that exist', () => {
    expect(QUESTIONS.length).toBeGreaterThanOrEqual(120)
    const paths = new Set(pages.map((page) => page.path.replace(/^guides\//, '')))
    for (const page of QUESTIONS.flatMap(([, ...wanted]) => wanted)) expect(paths).toContain(page)
  })

  it.each([
    ['autopilot', /^routing\/types\/AutopilotMsg$/],
    ['TW4001', /^codes\/TW4001$/],
    ['broadcastTxSync', /^node-rpc\/methods\/broadcastTxSync$/],
    ['type-changed', /^changes\//],
  ])('finds %s by its name', (name, wanted) => {
    expect(pagesFor(name)).toContainEqual(expect.stringMatching(wanted))
  })

  it('forgives a slip, and finds beginnings of words', () => {
    expect(pagesFor('authentification')).toContain('guides/authentication')
    expect(pagesFor('middelware')).toContain('guides/middleware')
    expect(pagesFor('pagin')).toContain('guides/pages-and-streams')
  })

  it('says that nothing has all words, or that there is nothing at all', () => {
    expect(search('authentication zxqyw')).toMatchObject({ isNearest: true })
    expect(search('authentication zxqyw').results[0]?.title).toBe('Authentication')
    expect(search('zxqyw')).toEqual({ isNearest: false, results: [] })
  })

  it('leads to headings that exist, with the text around what was found', () => {
    const { results } = search('idempotency key')
    const [first] = results
    expect(first?.path).toMatch(/#retry-what-is-not-safe-to-repeat$/)
    expect(first?.snippet).toMatch(/idempotency keys/)
    for (const { path: name } of JSON.parse(files.get('assets/search.json') ?? '')) {
      const [file = '', anchor] = name.split('#')
      const html = files.get(file)
      expect(html, name).toBeDefined()
      if (anchor) expect(html, name).toContain(`id="${anchor}"`)
    }
  })

  it('loads at most 250 kB', () => {
    const bytes = ['assets/search.json', 'assets/search-query.js']
      .map((name) => gzipSync(files.get(name) ?? '').length)
      .reduce((sum, each) => sum + each)
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThan(250_000)
  })
})

it('the picture of the README is what the site draws', () => {
  const drawn = files.get('routing/unions/Swap.svg') ?? ''
  const withoutLinks = drawn.replace(/<a href="[^"]*">(.*?)<\/a>/g, '$1')
  const alone = withoutLinks.replace('role="group"', 'role="img"')
  const place = path.join(root, 'docs/swap.svg')
  if (process.env.UPDATE === '1') writeFileSync(place, alone)
  expect(readFileSync(place, 'utf8')).toBe(alone)
})
