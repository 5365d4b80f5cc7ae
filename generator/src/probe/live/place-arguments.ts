import { isDictionary } from '../../model/json.js'
import type { Parameter } from '../../model/operations/operation.js'

/** An argument and its parameter. */
export interface Argument {
  readonly parameter: Parameter
  readonly value: unknown
}

/** The path, query and headers that the arguments of an HTTP call become. */
export interface Placed {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** Serializes arguments into a request as described; `undefined` for styles that are not supported here. */
export function placeArguments(template: string, given: readonly Argument[]): Placed | undefined {
  const styles = given.map(({ parameter }) => parameter.style)
  if (styles.some((style) => style !== undefined && !KNOWN.has(style))) return undefined
  if (given.some(({ parameter }) => parameter.place === 'querystring')) return undefined
  const at = (place: Parameter['place']): Argument[] =>
    given.filter(({ parameter }) => parameter.place === place)
  const path = at('path').reduce(
    (text, each) =>
      text.replace(`{${each.parameter.name}}`, () => encodeURIComponent(simple(each))),
    template,
  )
  const query = at('query').flatMap(queryPairs).map(pairText).join('&')
  const cookies = at('cookie').map((each) => `${each.parameter.name}=${simple(each)}`)
  return {
    path: query === '' ? path : `${path}?${query}`,
    headers: {
      ...Object.fromEntries(at('header').map((each) => [each.parameter.name, simple(each)])),
      ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}),
    },
  }
}

const KNOWN = new Set(['simple', 'form', 'deepObject', 'spaceDelimited', 'pipeDelimited'])

const BETWEEN: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' }

function simple({ parameter, value }: Argument): string {
  if (parameter.mediaType !== undefined) return JSON.stringify(value)
  if (Array.isArray(value)) return value.map(textOf).join(',')
  if (!isDictionary(value)) return textOf(value)
  const between = parameter.explode ? '=' : ','
  return Object.entries(value)
    .map(([name, each]) => `${name}${between}${textOf(each)}`)
    .join(',')
}

type Pair = readonly [name: string, value: string]

function queryPairs(argument: Argument): Pair[] {
  const { parameter, value } = argument
  const { name, style = 'form', explode = style === 'form' } = parameter
  if (parameter.mediaType === undefined && isDictionary(value)) {
    const entries = Object.entries(value)
    if (style === 'deepObject')
      return entries.map(([key, each]) => [`${name}[${key}]`, textOf(each)])
    if (explode) return entries.map(([key, each]) => [key, textOf(each)])
  }
  if (parameter.mediaType === undefined && Array.isArray(value)) {
    if (explode) return value.map((each: unknown) => [name, textOf(each)])
    return [[name, value.map(textOf).join(BETWEEN[style] ?? ',')]]
  }
  return [[name, simple(argument)]]
}

function pairText([name, value]: Pair): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
