import { type DrawContext, wordsOf } from './draw-context.js'
import { moneyOf, personOf, phoneOf, slugOf, textInFormat, wordOf } from './formats.js'
import { textsLike } from './patterns.js'
import { digits } from './random.js'
import type { SamplePattern, SampleText } from './rule.js'

/** No text is longer, whatever a document demands. */
const MOST = 100_000

/** A text within all limits that suits its format and its name. */
export function textFor(
  rules: readonly SampleText[],
  context: DrawContext,
  attempt: number,
): string | undefined {
  const least = Math.max(0, ...rules.map((each) => each.least ?? 0))
  if (least > MOST) return undefined
  const most = Math.min(...rules.map((each) => each.most ?? Number.POSITIVE_INFINITY))
  const patterns = rules.flatMap(({ pattern }) => pattern ?? [])
  const fits = (text: string): boolean =>
    lengthOf(text) >= least &&
    lengthOf(text) <= most &&
    patterns.every((each) => matches(each, text))
  const found: string[] = []
  for (const text of candidates(rules, context, { least, most, fits })) {
    found.push(text)
    if (found.length > attempt) break
  }
  return found[attempt % Math.max(1, found.length)]
}

interface Limits {
  readonly least: number
  readonly most: number
  readonly fits: (text: string) => boolean
}

/** The texts that are within all limits, the most plausible first. */
function* candidates(
  rules: readonly SampleText[],
  context: DrawContext,
  { least, most, fits }: Limits,
): Generator<string, void> {
  const patterns = rules.flatMap(({ pattern }) => pattern ?? [])
  for (const { format } of rules) {
    const text = format === undefined ? undefined : textInFormat(format, context)
    if (text === undefined || !fits(text)) continue
    yield text
    // Another text would not be in this format.
    if (patterns.length === 0) return
  }
  const plain = plainText(context)
  if (patterns.length === 0) yield fitted(plain, least, most)
  // What cannot be tried against a pattern is made from it; many patterns are of digits, which a number suits best.
  else if (patterns.every(({ program }) => program === undefined)) {
    for (const text of [plain, textInFormat('int64', context) ?? '']) if (fits(text)) yield text
  }
  const where = `${context.seed} ${context.path}`
  for (const { source } of patterns) {
    for (const text of textsLike(source, where, { least, most })) if (fits(text)) yield text
  }
}

/** The length that JSON Schema counts: characters, not code units. */
function lengthOf(text: string): number {
  return [...text].length
}

/** What would take forever to try is believed; a validator of the caller may know better. */
function matches({ source, flags, program }: SamplePattern, text: string): boolean {
  if (program !== undefined) return true
  try {
    return new RegExp(source, flags).test(text)
  } catch {
    return true
  }
}

function fitted(text: string, least: number, most: number): string {
  const long = lengthOf(text) < least ? text + ' and more'.repeat(least) : text
  if (lengthOf(text) >= least && lengthOf(text) <= most) return text
  const cut = [...long].slice(0, Math.max(least, Math.min(most, lengthOf(text)))).join('')
  const trimmed = cut.trimEnd()
  return lengthOf(trimmed) >= least ? trimmed : `${trimmed}${'x'.repeat(least - lengthOf(trimmed))}`
}

type Made = (context: DrawContext, words: readonly string[]) => string

/** By a word of the name; the first that fits decides. */
const KNOWN: readonly (readonly [word: RegExp, text: Made])[] = [
  [/^e?mail$/, (context) => textInFormat('email', context) ?? ''],
  [/^(?:phone|tel|telephone|mobile|fax)$/, phoneOf],
  [/^(?:uuid|guid)$/, (context) => textInFormat('uuid', context) ?? ''],
  [
    /^(?:url|uri|link|href|website|homepage|avatar|image|logo|icon|photo)$/,
    (context) => textInFormat('uri', context) ?? '',
  ],
  [/^(?:hostname|host|domain)$/, (context) => textInFormat('hostname', context) ?? ''],
  [/^ip$/, (context) => textInFormat('ipv4', context) ?? ''],
  [
    /^(?:sha|hash|checksum|digest|etag)$/,
    ({ seed, path }) => digits(40, '0123456789abcdef', seed, path),
  ],
  [
    /^(?:token|secret|password|key)$/,
    (context, words) => `${words.at(-1)}_${letters(context, 16)}`,
  ],
  [/^(?:ids?|identifier|ref|reference)$/, identifier],
  [/^(?:firstname|given)$/, (context) => personOf(context)[0]],
  [/^(?:lastname|surname|family)$/, (context) => personOf(context)[1]],
  [/^(?:username|login|handle|nickname)$/, (context) => personOf(context).join('').toLowerCase()],
  [
    /^(?:author|owner|customer|person|user|contact|assignee|fullname)$/,
    (context) => personOf(context).join(' '),
  ],
  [/^(?:city|town)$/, () => 'Lisbon'],
  [/^(?:zip|postal|postcode|zipcode)$/, () => '10115'],
  [/^country$/, () => 'PT'],
  [/^(?:street|address|line1|address1)$/, ({ index }) => `${12 + index} Harbor Street`],
  [/^currency$/, () => 'EUR'],
  [/^(?:locale|language|lang)$/, () => 'en'],
  [/^(?:timezone|tz)$/, () => 'Europe/Lisbon'],
  [/^(?:price|amount|total|subtotal|cost|fee|balance|tax|sum)$/, moneyOf],
  [
    /^(?:description|summary|comment|message|note|notes|text|body|content|reason|about|bio)$/,
    sentence,
  ],
  [
    /^(?:title|subject|headline|label)$/,
    (context) => capital(`${wordOf(context)} ${wordsOf(context.owner).at(-1) ?? 'title'}`),
  ],
  [/^slug$/, slugOf],
  [/^colou?r$/, () => '#3366cc'],
  [/^version$/, () => '1.2.0'],
  [/^(?:file|filename)$/, (context) => `${wordOf(context)}.pdf`],
  [/^path$/, (context) => `/${slugOf(context)}`],
  [/^(?:mime|mimetype)$/, () => 'application/pdf'],
  [/^(?:status|state)$/, () => 'active'],
  [/^(?:type|kind|category|group)$/, () => 'standard'],
  [/^(?:date|day)$/, (context) => textInFormat('date', context) ?? ''],
  [
    /^(?:at|time|timestamp|datetime|created|updated|expires)$/,
    (context) => textInFormat('date-time', context) ?? '',
  ],
  [/^name$/, nameOf],
]

function plainText(context: DrawContext): string {
  const words = wordsOf(context.name)
  if (words[0] === 'first' && words[1] === 'name') return personOf(context)[0]
  if (words[0] === 'last' && words[1] === 'name') return personOf(context)[1]
  if (words[0] === 'full' && words[1] === 'name') return personOf(context).join(' ')
  // The last word says most: `customer_email` is an email.
  for (const word of [...words].reverse()) {
    const [, make] = KNOWN.find(([known]) => known.test(word)) ?? []
    if (make) return make(context, words)
  }
  return wordOf(context)
}

/** `order_k3x9q2`: with what it identifies. */
function identifier(context: DrawContext, words: readonly string[]): string {
  const own = words.slice(0, -1).at(-1) ?? wordsOf(context.owner).at(-1)
  return `${own === undefined ? '' : `${own}_`}${letters(context, 8)}`
}

function letters({ seed, path }: DrawContext, count: number): string {
  return digits(count, 'abcdefghijkmnpqrstuvwxyz23456789', seed, path, 'letters')
}

const OF_PEOPLE =
  /^(?:user|person|people|customer|author|owner|member|employee|contact|profile|account|account|patient|student)s?$/

function nameOf(context: DrawContext, words: readonly string[]): string {
  // `customer_name`, or the `name` of a customer.
  const [whose = wordsOf(context.owner)] = [words.slice(0, -1)].filter(({ length }) => length > 0)
  const isPerson = whose.some((word) => OF_PEOPLE.test(word))
  return isPerson
    ? personOf(context).join(' ')
    : capital(`${wordOf(context)} ${wordsOf(context.owner).at(-1) ?? ''}`.trim())
}

function sentence(context: DrawContext): string {
  const about = wordsOf(context.owner).at(-1) ?? wordsOf(context.name).at(-1) ?? 'sample'
  return `${/^[aeiou]/.test(about) ? 'An' : 'A'} ${about} called ${capital(wordOf(context))}.`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
