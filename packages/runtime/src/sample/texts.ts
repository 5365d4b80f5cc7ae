import { moneyOf, personOf, phoneOf, slugOf, textInFormat, wordOf } from './formats.js'
import { textsLike } from './patterns.js'
import { type Place, wordsOf } from './place.js'
import { digits } from './random.js'
import type { SamplePattern, SampleText } from './rule.js'

/** No text is longer, whatever a document demands. */
const MOST = 100_000

/** A text within all limits that suits its format and its name. */
export function textFor(
  rules: readonly SampleText[],
  place: Place,
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
  for (const text of candidates(rules, place, { least, most, fits })) {
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
  place: Place,
  { least, most, fits }: Limits,
): Generator<string, void> {
  const patterns = rules.flatMap(({ pattern }) => pattern ?? [])
  for (const { format } of rules) {
    const text = format === undefined ? undefined : textInFormat(format, place)
    if (text === undefined || !fits(text)) continue
    yield text
    // Another text would not be in this format.
    if (patterns.length === 0) return
  }
  const plain = plainText(place)
  if (patterns.length === 0) yield fitted(plain, least, most)
  // What cannot be tried against a pattern is made from it; many patterns are of digits, which a number suits best.
  else if (patterns.every(({ program }) => program === undefined)) {
    for (const text of [plain, textInFormat('int64', place) ?? '']) if (fits(text)) yield text
  }
  const where = `${place.seed} ${place.path}`
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

type Made = (place: Place, words: readonly string[]) => string

/** By a word of the name; the first that fits decides. */
const KNOWN: readonly (readonly [word: RegExp, text: Made])[] = [
  [/^e?mail$/, (place) => textInFormat('email', place) ?? ''],
  [/^(?:phone|tel|telephone|mobile|fax)$/, phoneOf],
  [/^(?:uuid|guid)$/, (place) => textInFormat('uuid', place) ?? ''],
  [
    /^(?:url|uri|link|href|website|homepage|avatar|image|logo|icon|photo)$/,
    (place) => textInFormat('uri', place) ?? '',
  ],
  [/^(?:hostname|host|domain)$/, (place) => textInFormat('hostname', place) ?? ''],
  [/^ip$/, (place) => textInFormat('ipv4', place) ?? ''],
  [
    /^(?:sha|hash|checksum|digest|etag)$/,
    ({ seed, path }) => digits(40, '0123456789abcdef', seed, path),
  ],
  [/^(?:token|secret|password|key)$/, (place, words) => `${words.at(-1)}_${letters(place, 16)}`],
  [/^(?:ids?|identifier|ref|reference)$/, identifier],
  [/^(?:firstname|given)$/, (place) => personOf(place)[0]],
  [/^(?:lastname|surname|family)$/, (place) => personOf(place)[1]],
  [/^(?:username|login|handle|nickname)$/, (place) => personOf(place).join('').toLowerCase()],
  [
    /^(?:author|owner|customer|person|user|contact|assignee|fullname)$/,
    (place) => personOf(place).join(' '),
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
    (place) => capital(`${wordOf(place)} ${wordsOf(place.owner).at(-1) ?? 'title'}`),
  ],
  [/^slug$/, slugOf],
  [/^colou?r$/, () => '#3366cc'],
  [/^version$/, () => '1.2.0'],
  [/^(?:file|filename)$/, (place) => `${wordOf(place)}.pdf`],
  [/^path$/, (place) => `/${slugOf(place)}`],
  [/^(?:mime|mimetype)$/, () => 'application/pdf'],
  [/^(?:status|state)$/, () => 'active'],
  [/^(?:type|kind|category|group)$/, () => 'standard'],
  [/^(?:date|day)$/, (place) => textInFormat('date', place) ?? ''],
  [
    /^(?:at|time|timestamp|datetime|created|updated|expires)$/,
    (place) => textInFormat('date-time', place) ?? '',
  ],
  [/^name$/, nameOf],
]

function plainText(place: Place): string {
  const words = wordsOf(place.name)
  if (words[0] === 'first' && words[1] === 'name') return personOf(place)[0]
  if (words[0] === 'last' && words[1] === 'name') return personOf(place)[1]
  if (words[0] === 'full' && words[1] === 'name') return personOf(place).join(' ')
  // The last word says most: `customer_email` is an email.
  for (const word of [...words].reverse()) {
    const [, make] = KNOWN.find(([known]) => known.test(word)) ?? []
    if (make) return make(place, words)
  }
  return wordOf(place)
}

/** `order_k3x9q2`: with what it identifies. */
function identifier(place: Place, words: readonly string[]): string {
  const own = words.slice(0, -1).at(-1) ?? wordsOf(place.owner).at(-1)
  return `${own === undefined ? '' : `${own}_`}${letters(place, 8)}`
}

function letters({ seed, path }: Place, count: number): string {
  return digits(count, 'abcdefghijkmnpqrstuvwxyz23456789', seed, path, 'letters')
}

const OF_PEOPLE =
  /^(?:user|person|people|customer|author|owner|member|employee|contact|profile|account|account|patient|student)s?$/

function nameOf(place: Place, words: readonly string[]): string {
  // `customer_name`, or the `name` of a customer.
  const [whose = wordsOf(place.owner)] = [words.slice(0, -1)].filter(({ length }) => length > 0)
  const isPerson = whose.some((word) => OF_PEOPLE.test(word))
  return isPerson
    ? personOf(place).join(' ')
    : capital(`${wordOf(place)} ${wordsOf(place.owner).at(-1) ?? ''}`.trim())
}

function sentence(place: Place): string {
  const about = wordsOf(place.owner).at(-1) ?? wordsOf(place.name).at(-1) ?? 'sample'
  return `${/^[aeiou]/.test(about) ? 'An' : 'A'} ${about} called ${capital(wordOf(place))}.`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
