import type { Dictionary } from '../../model/json.js'
import { contentKind, isJson } from '../../model/operations/contents.js'
import type { Operation } from '../../model/operations/operation.js'
import type { ArgumentPlace } from '../live/arguments.js'
import { pathPattern } from './path-pattern.js'
import type { Recorded } from './recorded-exchange.js'

/** One part of a recorded request: its body, or the arguments of one place. */
interface RecordedInput {
  readonly kind: 'request' | 'form' | Exclude<ArgumentPlace, 'params'>
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

function bodyOf({ input }: Operation, { sent, asked = {} }: Recorded): RecordedInput[] {
  if (sent === undefined) return []
  const contents = input.body?.contents ?? []
  const type = asked['content-type'] ?? ''
  const isForm = contents.some((each) => contentKind(each) === 'form')
  if (isForm && /^application\/x-www-form-urlencoded\b/i.test(type)) {
    return [{ kind: 'form', value: valuesOf(new URLSearchParams(sent)) }]
  }
  if (!contents.some((each) => isJson(each.mediaType))) return []
  try {
    const value: unknown = JSON.parse(sent)
    return [{ kind: 'request', value }]
  } catch {
    return []
  }
}

function pathArguments({ binding }: Operation, { pathname }: URL): Dictionary {
  if (binding.kind !== 'http') return {}
  const names = [...binding.path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  const [, ...values] = pathPattern(binding.path).exec(pathname) ?? []
  return Object.fromEntries(names.map((name, index) => [name, decoded(values[index] ?? '')]))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function valuesOf(given: URLSearchParams): Dictionary {
  const names = [...new Set(given.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const values = given.getAll(name)
      return [name, values.length > 1 ? values : values[0]]
    }),
  )
}

function cookiesIn(header = ''): Dictionary {
  const pairs = header.split(';').map((each) => each.trim().split('='))
  return Object.fromEntries(
    pairs.flatMap(([name, ...value]) => (name ? [[name, value.join('=')] as const] : [])),
  )
}
