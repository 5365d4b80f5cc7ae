import type { HttpParameter, InputWriter, Placeable, RequestParts } from '../operation.js'
import { escapeAll, escapeSome, form } from './styles.js'

/**
 * Serializes each argument in the style of its parameter; `body` is the body. Arguments that the
 * document does not describe are sent in the query.
 */
export const placeStyled: InputWriter = (operation, input, type) => {
  const { parameters = [], body } = operation
  const given = new Map(Object.entries(input ?? {}))
  const texts: Record<HttpParameter['in'], string[]> = {
    path: [],
    query: [],
    header: [],
    cookie: [],
  }
  const headers: Record<string, string> & { cookie?: string } = acceptOf(operation)
  let path = operation.path
  for (const parameter of parameters) {
    const { name, wire = name } = parameter
    const value = given.get(name)
    given.delete(name)
    if (value === undefined || value === null) continue
    const written = parameter.write(value, {
      name: wire,
      explode: parameter.explode ?? false,
      encode: escaperOf(parameter),
    })
    if (parameter.in === 'path') path = path.replaceAll(`{${wire}}`, () => segment(name, written))
    else if (parameter.in === 'header') headers[wire] = written.join(',')
    else texts[parameter.in].push(...written)
  }
  checkPath(path)

  const content = given.get('body')
  const hasBody = body !== undefined && content !== undefined
  if (body) given.delete('body')
  for (const [name, value] of given) {
    texts.query.push(...form(value, { name, explode: true, encode: escapeAll }))
  }
  if (texts.cookie.length > 0) headers.cookie = texts.cookie.join('; ')
  // Some documents have part of the query in their path.
  const joint = path.includes('?') ? '&' : '?'
  const target = path + (texts.query.length > 0 ? joint + texts.query.join('&') : '')
  return hasBody
    ? { target, ...withHeaders(body.write(content, body, type), headers) }
    : { target, headers }
}

/** The input is the body and nothing else. */
export const placeBody: InputWriter = (operation, input, type) => {
  const { path, body } = operation
  const written = body && input !== undefined ? body.write(input, body, type) : {}
  return { target: path, ...withHeaders(written, acceptOf(operation)) }
}

function withHeaders(
  written: Omit<RequestParts, 'target'>,
  headers: Record<string, string>,
): Omit<RequestParts, 'target'> {
  return { ...written, headers: { ...written.headers, ...headers } }
}

function acceptOf({ accept }: Placeable): Record<string, string> {
  return accept === undefined ? {} : { accept }
}

function escaperOf(parameter: HttpParameter): (text: string) => string {
  if (parameter.in === 'header') return (text) => text
  if (parameter.raw) return rawCookie
  if (!parameter.allowReserved) return escapeAll
  return parameter.in === 'path'
    ? (text) => escapeSome(text, keptInPath)
    : (text) => escapeSome(text)
}

const keptInPath = /%(3A|40|21|24|26|27|28|29|2A|2B|2C|3B|3D)/g

/** OpenAPI 3.2's `style: cookie`: the text is sent unescaped. */
function rawCookie(text: string): string {
  if (/[;\s]/.test(text)) throw new TypeError('a cookie has no spaces and no semicolons')
  return text
}

function segment(name: string, [text = '']: readonly string[]): string {
  if (text === '') throw new TypeError(`${name} cannot be ''`)
  return text
}

function checkPath(path: string): void {
  const missing = /\{[^}]*\}/.exec(path)
  if (missing) throw new TypeError(`${missing[0]} has no value`)
  // A URL parser would resolve these segments and call another path; it reads `%2e` as a dot too.
  if (path.split('/').some((part) => /^(?:\.|%2e){1,2}$/i.test(part))) {
    throw new TypeError("a part of the path cannot be '.' or '..'")
  }
}
