import MiniSearch, {
  type SearchResult as Found,
  type Query,
  type QueryCombination,
} from 'minisearch'
import { SEARCH_OPTIONS, type SearchEntry, wordsOf } from './search-options.js'

export interface SearchResult {
  readonly path: string
  readonly title: string
  readonly of?: string
  readonly kind: string
  /** Text around the first word that was found. */
  readonly snippet: string
  /** The words that were found, as they stand in the text. */
  readonly words: readonly string[]
}

export interface SearchResults {
  /** No place has all words: these have some of them. */
  readonly isNearest: boolean
  readonly results: readonly SearchResult[]
}

export type Search = (question: string) => SearchResults

const MOST_RESULTS = 12
const MOST_OF_A_PAGE = 2

/** Words that are in every question. */
const EMPTY = new Set(
  'a an and api are can do does for from get getting how i in is it its me my of on or own set should the there to use using want way we what when where which why will with without work works you your tagwire client'.split(
    ' ',
  ),
)

/** Other words for the same, each list a line. */
const SAME: readonly (readonly string[])[] = [
  'auth authentication authorization authorize credentials login bearer jwt apikey',
  'oauth oauth2 clientcredentials',
  'token tokens bearer refreshtoken',
  'error errors exception exceptions catch failure fail throw throws apierror',
  'abort aborts cancel cancellation abortcontroller signal abortsignal stop',
  'timeout timeouts timeoutms deadline',
  'upload uploads multipart formdata file files blob',
  'download downloads file blob binary',
  'sse stream streams streaming eventsource eventstream',
  'websocket websockets socket subscription subscriptions subscribe',
  'middleware middlewares interceptor interceptors hook hooks plugin onrequest',
  'log logs logging logger tracing trace telemetry opentelemetry',
  'paginate pagination paging page pages cursor cursors infinite',
  'retry retries retrying backoff attempts',
  'install installation setup quickstart start started begin npm',
  'migrate migration move moving switch switching upgrade codemod',
  'bundle bundles bundlesize size bytes kilobytes treeshaking shaking weight',
  'tree treeshaking bundle',
  'date dates datetime timestamp timestamps time',
  'bigint int64 integer integers number numbers',
  'validate validation validator validators check zod schema',
  'mock mocks mocking msw fake stub test tests testing fixtures',
  'react hook hooks tanstack usequery',
  'vue svelte solid angular tanstack',
  'next nextjs rsc',
  'ci pipeline workflow action actions',
  'github action actions',
  'gitlab pipeline merge',
  'drift change changes changed',
  'breaking semver incompatible',
  'union unions oneof discriminator discriminated variant variants kind kinds tagged',
  'enum enums enumeration',
  'header headers',
  'single one',
  'group groups grouped resource resources',
  'proxy agent fetch axios undici',
  'server servers backend handler handlers express fastify hono implement stub',
  'baseurl url host environment staging',
  'config configuration options settings',
  'worker workers cloudflare edge',
  'deno bun node browser runtime runtimes platform',
  'agent agents mcp llm ai tool tools',
  'wallet sign signing execute',
  'wallet metamask eip1193',
  'reorg reorgs reorganisation reorganised reorganized replaced',
  'cache caching etag',
  'idempotency idempotent idempotencykey',
  'status statuscode code',
].map((line) => line.split(' '))

/** An index over all entries, which takes some 50 ms to make and is smaller to load than a ready one. */
export function createSearch(entries: readonly SearchEntry[]): Search {
  const index = new MiniSearch(SEARCH_OPTIONS)
  index.addAll(entries.map((entry, id) => ({ ...entry, id })))
  return (question) => {
    const words = [...new Set(wordsOf(question.toLowerCase()))]
    const telling = words.filter((word) => !EMPTY.has(word))
    const queries = (telling.length > 0 ? telling : words).map(queryOf)
    const all = index.search({ combineWith: 'AND', queries })
    const found = all.length > 0 ? all : index.search({ combineWith: 'OR', queries })
    return {
      isNearest: all.length === 0 && found.length > 0,
      results: distinct(found).map((each) => resultOf(each)),
    }
  }
}

/** A word, or a bit less well another word for it, which has to be written in full. */
function queryOf(word: string): Query {
  const others = new Set(SAME.filter((words) => words.includes(word)).flat())
  others.delete(word)
  if (others.size === 0) return word
  const same: QueryCombination = {
    combineWith: 'OR',
    queries: [...others],
    prefix: false,
    fuzzy: false,
    boostTerm: () => 0.5,
  }
  return { combineWith: 'OR', queries: [word, same] }
}

function distinct(found: readonly Found[]): Found[] {
  const counts = new Map<string, number>()
  const kept = found.filter(({ path }) => {
    const page = String(path).replace(/#.*/, '')
    const count = (counts.get(page) ?? 0) + 1
    counts.set(page, count)
    return count <= MOST_OF_A_PAGE
  })
  return kept.slice(0, MOST_RESULTS)
}

const SNIPPET = 130

function resultOf(found: Found): SearchResult {
  const { path, title, of, kind, text, terms } = found
  const prose = String(text)
  const lower = prose.toLowerCase()
  const places = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0)
  const at = places.length > 0 ? Math.min(...places) : 0
  const start = at < SNIPPET / 2 ? 0 : prose.indexOf(' ', at - SNIPPET / 3) + 1
  const end = start + SNIPPET
  return {
    path: String(path),
    title: String(title),
    ...(of === undefined ? {} : { of: String(of) }),
    kind: String(kind),
    snippet: `${start > 0 ? '… ' : ''}${prose.slice(start, end).trim()}${end < prose.length ? ' …' : ''}`,
    words: terms,
  }
}
