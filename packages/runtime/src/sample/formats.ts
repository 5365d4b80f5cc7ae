import { type DrawContext, wordsOf } from './draw-context.js'
import { chance, digits } from './random.js'

/** A text in a format of JSON Schema or OpenAPI; `undefined` for one that is not known. */
export function textInFormat(format: string, context: DrawContext): string | undefined {
  const { seed, path, index } = context
  switch (format) {
    case 'date-time':
      return momentOf(context).toISOString().replace('.000', '')
    case 'date':
    case 'full-date':
      return momentOf(context).toISOString().slice(0, 10)
    case 'time':
      return momentOf(context).toISOString().slice(11).replace('.000', '')
    case 'duration':
      return `P${1 + Math.floor(chance(seed, path) * 30)}D`
    case 'email':
    case 'idn-email':
      return `${personOf(context).join('.').toLowerCase()}@example.com`
    case 'uuid':
    case 'guid':
      return uuidOf(context)
    case 'uri':
    case 'url':
    case 'iri':
      return addressOf(context)
    case 'uri-reference':
    case 'iri-reference':
      return `/${slugOf(context)}`
    case 'uri-template':
      return `https://example.com/{${plainWords(context.name).join('_') || 'id'}}`
    case 'hostname':
    case 'idn-hostname':
      return `${slugOf(context)}.example.com`
    case 'ip':
    case 'ipv4':
      return `192.0.2.${1 + Math.floor(chance(seed, path) * 250)}`
    case 'ipv6':
      return `2001:db8::${(1 + Math.floor(chance(seed, path) * 65_000)).toString(16)}`
    case 'byte':
    case 'base64':
      return btoa(`${plainWords(context.name).join(' ') || 'sample'} ${index + 1}`)
    case 'hex':
    case 'hex-lower':
      return digits(16, '0123456789abcdef', seed, path)
    case 'hex-quantity':
      return `0x${(1 + Math.floor(chance(seed, path) * 1_000_000)).toString(16)}`
    case 'hex-bytes':
      return `0x${digits(16, '0123456789abcdef', seed, path)}`
    case 'int64':
    case 'uint64':
    case 'integer':
      return String(1 + Math.floor(chance(seed, path) * 1_000_000))
    case 'decimal':
      return moneyOf(context)
    case 'json-pointer':
      return `/${slugOf(context)}`
    case 'relative-json-pointer':
      return '0'
    case 'regex':
      return '^[a-z]+$'
    case 'password':
      return 'correct-horse-battery'
    case 'phone':
    case 'tel':
      return phoneOf(context)
    default:
      return undefined
  }
}

/** Days after the first moment, by words of a name: what is created comes before what is updated, then what ends. */
const DAYS: readonly (readonly [words: RegExp, days: number])[] = [
  [/^(?:birth|birthday|birthdate|born|dob)$/, -12_000],
  [/^(?:expires?|expiry|expiration|due|valid|renews?|archived|deleted|removed)$/, 30],
  [/^(?:ends?|ended|until|to|through|completed?|finished|closed|delivered|resolved|stop|max)$/, 9],
  [/^(?:shipped|sent|merged|processed|approved|confirmed|accepted)$/, 5],
  [/^(?:updated?|modified|changed|edited|latest|last|paid|seen|pushed)$/, 3],
  [
    /^(?:created?|starts?|started|from|since|begins?|began|opened|issued|ordered|registered|min)$/,
    0,
  ],
]

/** 2026-01-05, and later by what the name says, and by the item of a list. */
function momentOf({ seed, path, name, index }: DrawContext): Date {
  const words = wordsOf(name)
  const [, days = 1] = DAYS.find(([known]) => words.some((word) => known.test(word))) ?? []
  const minutes = 9 * 60 + Math.floor(chance(seed, path) * 8 * 60)
  const start = Date.UTC(2026, 0, 5) + Math.floor(chance(seed, 'moment') * 20) * 86_400_000
  return new Date(start + (days + index) * 86_400_000 + minutes * 60_000)
}

const PEOPLE: readonly (readonly [first: string, last: string])[] = [
  ['Ada', 'Moreau'],
  ['Jonas', 'Lindqvist'],
  ['Mei', 'Tanaka'],
  ['Omar', 'Haddad'],
  ['Lucia', 'Ferreira'],
  ['Noah', 'Becker'],
  ['Priya', 'Raman'],
  ['Eva', 'Novak'],
]

/** The same for all fields of one object. */
export function personOf({
  seed,
  path,
  index,
}: DrawContext): readonly [first: string, last: string] {
  const around = path.slice(0, path.lastIndexOf('/'))
  const first = Math.floor(chance(seed, around.replace(/\/\d+$/, ''), 'person') * PEOPLE.length)
  return PEOPLE[(first + index) % PEOPLE.length] ?? ['Ada', 'Moreau']
}

export function phoneOf({ seed, path }: DrawContext): string {
  return `+1555${digits(7, '0123456789', seed, path)}`
}

export function moneyOf({ seed, path }: DrawContext): string {
  const cents = 500 + Math.floor(chance(seed, path, 'money') * 20_000)
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

const WORDS = 'amber birch cobalt dune ember fjord grove harbor indigo juniper lagoon maple'.split(
  ' ',
)

export function wordOf({ seed, path, index }: DrawContext): string {
  // Items of a list have one word after the other.
  const first = Math.floor(chance(seed, path.replace(/\/\d+/g, ''), 'word') * WORDS.length)
  return WORDS[(first + index) % WORDS.length] ?? 'amber'
}

/** Names may have any letters; addresses and hosts only these, and parts that are not too long. */
function plainWords(name: string): string[] {
  return wordsOf(name).filter((word) => /^[a-z\d]{1,40}$/.test(word))
}

export function slugOf(context: DrawContext): string {
  const words = plainWords(context.owner || context.name).slice(-1)
  return [...words, wordOf(context)].join('-')
}

function addressOf(context: DrawContext): string {
  const isImage = wordsOf(context.name).some((word) =>
    /^(?:image|avatar|logo|icon|photo|picture|thumbnail)$/.test(word),
  )
  return `https://example.com/${slugOf(context)}${isImage ? '.png' : ''}`
}

function uuidOf({ seed, path }: DrawContext): string {
  const hex = digits(32, '0123456789abcdef', seed, path, 'uuid')
  const variant = '89ab'.charAt(Math.floor(chance(seed, path, 'variant') * 4))
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20),
  ].join('-')
}
