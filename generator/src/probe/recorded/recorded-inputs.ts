import type { Dictionary } from '../../model/json.js'
import { type ContentKind, contentKind, isJson } from '../../model/operations/contents.js'
import type { Operation } from '../../model/operations/operation.js'
import { percentDecode } from '../../model/pointer.js'
import type { ArgumentPlace } from '../arguments/check-arguments.js'
import { parsedJson } from '../parsed-json.js'
import { readParts, type SentPart } from './multipart.js'
import { pathPattern } from './path-pattern.js'
import type { Recorded } from './recorded-exchange.js'

/** One part of a recorded request: its body, or the arguments of one place. */
interface RecordedInput {
  readonly kind: 'request' | 'form' | 'parts' | Exclude<ArgumentPlace, 'params'>
  readonly value: unknown
}

/** The parts of a request that the document describes and the recording has. */
export function inputsOf(operation: Operation, recorded: Recorded): RecordedInput[] {
  const { parameters } = operation.input
  const places = new Set(parameters.map((each) => each.place))
  const url = URL.canParse(recorded.url) ? new URL(recorded.url) : undefined
  const { asked } = recorded
  return [
    ...bodyOf(operation, recorded),
    ...(url && places.has('path')
      ? [{ kind: 'path', value: pathArguments(operation, url) } as const]
      : []),
    ...(url && places.has('query')
      ? [{ kind: 'query', value: valuesOf(url.searchParams) } as const]
      : []),
    ...(asked && places.has('header') ? [{ kind: 'header', value: asked } as const] : []),
    ...(asked && places.has('cookie')
      ? [{ kind: 'cookie', value: cookiesIn(asked.cookie) } as const]
      : []),
  ]
}

function bodyOf({ input }: Operation, { sent, parts, asked = {} }: Recorded): RecordedInput[] {
  const contents = input.body?.contents ?? []
  const type = asked['content-type'] ?? ''
  const has = (kind: ContentKind): boolean => contents.some((each) => contentKind(each) === kind)
  if (has('form') && /^application\/x-www-form-urlencoded\b/i.test(type)) {
    const fields = parts?.map(({ name, text }) => [name, text] as const) ?? []
    const given = sent === undefined ? fields : [...new URLSearchParams(sent)]
    return given.length > 0 || sent !== undefined ? [{ kind: 'form', value: byName(given) }] : []
  }
  if (has('multipart') && /^multipart\/form-data\b/i.test(type)) {
    const read = sent === undefined ? [] : readParts(type, sent)
    const given = read.length > 0 ? read : (parts ?? [])
    return given.length > 0 ? [{ kind: 'parts', value: partValues(given) }] : []
  }
  if (sent === undefined || !contents.some((each) => isJson(each.mediaType))) return []
  const json = parsedJson(sent)
  return json ? [{ kind: 'request', value: json.value }] : []
}

/** Parts that say that they are JSON are read as such, all others later, as texts. */
function partValues(parts: readonly SentPart[]): Dictionary {
  const values = parts.map(({ name, text, type }): readonly [string, unknown] => {
    const json = type !== undefined && isJson(type) ? parsedJson(text) : undefined
    return [name, json ? json.value : text]
  })
  return byName(values)
}

function pathArguments({ binding }: Operation, { pathname }: URL): Dictionary {
  if (binding.kind !== 'http') return {}
  const names = [...binding.path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  const [, ...values] = pathPattern(binding.path).exec(pathname) ?? []
  return Object.fromEntries(names.map((name, index) => [name, percentDecode(values[index] ?? '')]))
}

function valuesOf(given: URLSearchParams): Dictionary {
  return byName([...given])
}

/** Several values of one name are a list. */
function byName(pairs: readonly (readonly [name: string, value: unknown])[]): Dictionary {
  const names = [...new Set(pairs.map(([name]) => name))]
  return Object.fromEntries(
    names.map((name) => {
      const values = pairs.flatMap(([each, value]) => (each === name ? [value] : []))
      return [name, values.length > 1 ? values : values[0]]
    }),
  )
}

/** Several cookies of one name are a list, as of an exploded parameter. Whether texts are escaped, parameters say. */
function cookiesIn(header = ''): Dictionary {
  const pairs = header.split(';').map((each) => each.trim().split('='))
  return byName(
    pairs.flatMap(([name, ...value]) =>
      name ? [[percentDecode(name), value.join('=')] as const] : [],
    ),
  )
}
