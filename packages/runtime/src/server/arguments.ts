import type { HttpParameter } from '../http/operation.js'
import { form, simple } from '../http/places/styles.js'
import { otherTypes, settle, stepsOf } from '../http/reading/other-readings.js'
import { decodeForm, decodeText, formPairs } from '../http/reading/read-body.js'
import { type Pair, pairsOf, readStyle, type Source } from '../http/reading/read-styles.js'
import { formsOf, type TextType, Unreadable } from '../http/reading/text-type.js'
import type { Receivable, RequestFacts } from './facts.js'
import { HttpProblem, type RequestProblem } from './problems.js'

type ParameterPlace = 'path' | 'query' | 'headers' | 'cookies'

/** A parameter and how it is read. */
interface ReadParameter {
  readonly name: string
  readonly place: ParameterPlace
  readonly write: HttpParameter['write']
  readonly explode: boolean
  readonly type: TextType
  readonly decode: (text: string) => string
  readonly others: ReadonlySet<string>
}

/** A request, split into the texts of its places. */
export interface RequestTexts {
  /** The texts of the path's parameters, in the order of their names. */
  readonly path: { readonly names: readonly string[]; readonly texts: readonly string[] }
  readonly search: string
  /** The value of a header, by its name in lower case. */
  readonly header: (name: string) => string | null
}

/** What was sent; the body is added when it has arrived. */
export interface ReadInput extends Record<ParameterPlace, Record<string, unknown>> {
  body: unknown
}

/** Reads the parameters of one operation. */
export interface ArgumentsReader {
  /** Throws an `HttpProblem` if a text is not written as its style says. */
  read(texts: RequestTexts, most: number): ReadInput
  /** All that can be read, and the problems of what cannot. */
  readable(texts: RequestTexts): Readable
  /** The same with other values for texts that can be several things. */
  others(texts: RequestTexts): ReadInput[]
}

interface Readable {
  readonly input: ReadInput
  readonly problems: readonly RequestProblem[]
}

const places = { path: 'path', query: 'query', header: 'headers', cookie: 'cookies' } as const

export function argumentsReader(facts: Receivable): ArgumentsReader {
  const parameters = parametersOf(facts)
  const ofCookies = parameters.filter(({ place }) => place === 'cookies')
  const hasCookies = ofCookies.length > 0
  const hasLists = ofCookies.some(({ type }) => formsOf(type).items !== undefined)
  // Hardly any request asks for them.
  let others: readonly (readonly ReadParameter[])[] | undefined

  function split({ path, search, header }: RequestTexts): Texts {
    const query = search === '' ? [] : formPairs(search)
    const cookie = hasCookies ? (header('cookie') ?? '') : ''
    const given = cookie === '' ? [] : pairsOf(cookie, /;\s*/)
    const cookies = hasLists ? given : firstOfEach(given)
    return { path, search, header, query, cookie, given: given.length, cookies }
  }

  return {
    read(given, most) {
      const texts = split(given)
      if (texts.query.length > most || texts.given > most) {
        throw new HttpProblem(400, `more than ${most} parameters`)
      }
      const { input, problems } = readAll(parameters, texts)
      if (problems.length > 0) throw new HttpProblem(400, '', { problems })
      return input
    },
    readable: (given) => readAll(parameters, split(given)),
    others(given) {
      others ??= otherParameters(parameters)
      const texts = split(given)
      return others.map((each) => readAll(each, texts).input)
    },
  }
}

/** The parameters with other types for texts that can be several things. */
function otherParameters(parameters: readonly ReadParameter[]): ReadParameter[][] {
  const all = parameters.map((each) => otherTypes(each.type))
  return [0, 1].flatMap((at) =>
    all.some((types) => types[at] !== undefined)
      ? [parameters.map((each, index) => ({ ...each, type: all[index]?.[at] ?? each.type }))]
      : [],
  )
}

function readAll(parameters: readonly ReadParameter[], texts: Texts): Readable {
  const input: ReadInput = { path: {}, query: {}, headers: {}, cookies: {}, body: undefined }
  const problems: RequestProblem[] = []
  for (const parameter of parameters) {
    const { name, place } = parameter
    const source = sourceOf(parameter, texts)
    if (!source) continue
    try {
      const value = readStyle(parameter.write, source, parameter)
      if (value !== undefined) define(input[place], name, value)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      const path =
        error.path === '' || error.path.startsWith('[')
          ? name + error.path
          : `${name}.${error.path}`
      problems.push({ in: singular[place], path, message: error.message })
    }
  }
  return { input, problems }
}

/** Browsers send a cookie of each path, that of the longest path first. */
function firstOfEach(pairs: readonly Pair[]): readonly Pair[] {
  const names = new Set<string>()
  return pairs.length < 2
    ? pairs
    : pairs.filter(([name]) => !names.has(name) && Boolean(names.add(name)))
}

const singular: {
  readonly path: 'path'
  readonly query: 'query'
  readonly headers: 'header'
  readonly cookies: 'cookie'
} = { path: 'path', query: 'query', headers: 'header', cookies: 'cookie' }

interface Texts extends RequestTexts {
  readonly query: readonly Pair[]
  readonly cookie: string
  /** How many cookies there are, with those of the same name. */
  readonly given: number
  readonly cookies: readonly Pair[]
}

function sourceOf({ name, place }: ReadParameter, texts: Texts): Source | undefined {
  if (place === 'query') return { text: texts.search, pairs: texts.query }
  if (place === 'cookies') return { text: texts.cookie, pairs: texts.cookies }
  const text =
    place === 'path'
      ? texts.path.texts[texts.path.names.indexOf(name)]
      : (texts.header(name.toLowerCase()) ?? undefined)
  return text === undefined ? undefined : { text, pairs: [] }
}

/** A parameter may be called `__proto__`. */
function define(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(target, name, { value, enumerable: true })
  else target[name] = value
}

function parametersOf(facts: Receivable): ReadParameter[] {
  const { sent } = facts
  const described = sent.parameters ?? shortForm(facts)
  const names = {
    path: namesIn(facts.path),
    query: namesIn(facts.query),
    headers: namesIn(facts.headers),
    cookies: namesIn(facts.cookies),
  }
  return described.flatMap((parameter): ReadParameter[] => {
    const { name: argument, wire: name = argument, write, explode = false, raw } = parameter
    const place = places[parameter.in]
    const type = facts[place]?.[name]
    if (type === undefined) return []
    return [
      { name, place, write, explode, type, decode: decoderOf(place, raw), others: names[place] },
    ]
  })
}

function namesIn(types: RequestFacts[ParameterPlace]): ReadonlySet<string> {
  return new Set(Object.keys(types ?? {}))
}

function decoderOf(place: ParameterPlace, raw = false): (text: string) => string {
  if (place === 'headers') return (text) => text.trim()
  if (place === 'cookies') return raw ? (text) => text : decodeText
  return place === 'query' ? decodeForm : decodeText
}

/** The parameters of an operation whose client only knows their names: `placeQuery`, `placeSimple`. */
function shortForm({ path = {}, query = {}, headers = {} }: RequestFacts): HttpParameter[] {
  return [
    ...Object.keys(path).map((name) => ({ name, in: 'path', write: simple }) as const),
    ...Object.keys(query).map(
      (name) => ({ name, in: 'query', write: form, explode: true }) as const,
    ),
    ...Object.keys(headers).map((name) => ({ name, in: 'header', write: simple }) as const),
  ]
}

const checked = ['path', 'query', 'headers', 'cookies'] as const

/**
 * What the checks of all parameters say. A text that can be several things becomes in `input` what the check accepts.
 */
export function argumentProblems(
  { checks }: RequestFacts,
  input: ReadInput,
  others: () => ReadInput[],
): readonly RequestProblem[] {
  if (!checks) return none
  return checked.flatMap((place) => {
    const check = checks[place]?.strict
    if (!check || check.is(input[place])) return none
    const settled = settle(
      input[place],
      others().map((each) => each[place]),
      (value) => check.check(value),
      ({ path }) => stepsOf(path),
    )
    input[place] = Object(settled.value)
    return settled.found.map((each) => ({
      in: singular[place],
      ...each,
      path: unquoted(each.path),
    }))
  })
}

const none: readonly RequestProblem[] = []

/** `X-List[1]` instead of `["X-List"][1]`: the parameter has a place of its own. */
function unquoted(path: string): string {
  const [, quoted, rest = ''] = /^\[("(?:[^"\\]|\\.)*")\](.*)$/s.exec(path) ?? []
  return quoted === undefined ? path : `${String(JSON.parse(quoted))}${rest}`
}
