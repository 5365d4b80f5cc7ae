import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { firstSentence, type Page } from './page.js'

/** The guides by topic, in reading order. */
const GROUPS: readonly (readonly [title: string, guides: readonly string[]])[] = [
  [
    'Use your client',
    [
      'first-call',
      'authentication',
      'errors',
      'timeouts-and-retries',
      'status-and-headers',
      'headers-and-fetch',
      'middleware',
      'pages-and-streams',
      'handle-a-new-kind',
      'uploads-and-downloads',
      'dates-and-numbers',
      'validation',
      'test-without-a-server',
      'react-and-vue',
      'nextjs',
      'platforms',
      'bundle-size',
      'servers',
      'agents',
      'messages',
    ],
  ],
  [
    'Routes and chains',
    [
      'quote-build-track',
      'carrying-out-a-route',
      'follow-a-chain',
      'index-a-chain',
      'follow-ethereum',
      'decoding',
      'release-lines',
    ],
  ],
  [
    'Your own document',
    [
      'your-own-document',
      'configuration',
      'features',
      'extensions',
      'embedding',
      'what-is-a-breaking-change',
      'in-ci',
      'from-the-wire',
      'formats',
      'build-caches',
      'versions-of-tagwire',
    ],
  ],
  [
    'Extend tagwire',
    ['write-an-emitter', 'write-a-transport', 'emitters', 'emitter-reference', 'emitter-types'],
  ],
  [
    'Move to tagwire',
    ['from-skip-go-client', 'from-cosmjs', 'from-openapi-typescript', 'from-hey-api', 'from-orval'],
  ],
  [
    'Compare',
    [
      'compared-with-generators',
      'the-day-compared',
      'compared-with-skip-go-client',
      'compared-with-oasdiff',
      'rules',
    ],
  ],
]

/** Folders whose READMEs are pages, too. */
const READMES = { 'Packages beside the client': 'packages', Examples: 'examples' } as const
/** Those of the generated packages are with their reference. */
const WITH_REFERENCE = /^(?:routing|node-rpc.*)$/

/**
 * Guides are written by hand: `docs/use`, `docs/guides` and the pages next to these folders. Those in no group come
 * last.
 */
export function guidePages(docs: string): Page[] {
  const files = ['use', 'guides', '.'].flatMap((folder) => markdownIn(path.join(docs, folder)))
  const pages = new Map(files.map((file) => [slugOf(file), file]))
  const grouped = GROUPS.flatMap(([group, slugs]) =>
    slugs.flatMap((slug) => {
      const file = pages.get(slug)
      pages.delete(slug)
      return file === undefined ? [] : [guidePage(docs, file, group)]
    }),
  )
  const more = [...pages.values()].map((file) => guidePage(docs, file, 'More'))
  return [...grouped, ...more, ...readmePages(path.join(docs, '..'))]
}

function readmePages(root: string): Page[] {
  return Object.entries(READMES).flatMap(([group, folder]) =>
    readdirSync(path.join(root, folder)).flatMap((name): Page[] => {
      const source = `${folder}/${name}/README.md`
      const file = path.join(root, source)
      if (WITH_REFERENCE.test(name) || !existsSync(file)) return []
      return [{ ...textPage(file, group), path: `${folder}/${name}`, source }]
    }),
  )
}

function slugOf(file: string): string {
  return path.basename(file, '.md').replace(/^\d+-/, '')
}

function markdownIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => path.join(folder, name))
}

function guidePage(docs: string, file: string, group: string): Page {
  return {
    ...textPage(file, group),
    path: `guides/${slugOf(file)}`,
    source: path.posix.join('docs', path.relative(docs, file).replaceAll(path.sep, '/')),
  }
}

function textPage(file: string, group: string): Omit<Page, 'path'> {
  const text = readFileSync(file, 'utf8')
  const [first = '', ...rest] = text.split('\n')
  const body = rest.join('\n').trim()
  const prose = body.replace(/^```.*?^```$/gms, '')
  const opening = prose.split('\n\n').find((each) => /^(?!\||#|- |>)\S/.test(each))
  return {
    kind: 'guide',
    group,
    title: plain(first.replace(/^# /, '')),
    summary: plain(firstSentence(opening)),
    body,
  }
}

/** Without markup, because a summary is not Markdown. */
function plain(text: string): string {
  return text.replaceAll('`', '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
}
