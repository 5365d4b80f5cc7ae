import { camelCase, FLAGS } from './flags.js'

/** An entry below `apis` of redocly.yaml. */
export interface RedoclyApi {
  readonly name: string
  /** The line of its name, from 0. */
  readonly line: number
  readonly root: string | undefined
  readonly output: string | undefined
  readonly flags: ReadonlyMap<string, boolean>
}

/** A line that this reader does not understand, from 0. */
export class UnreadLine extends Error {
  readonly line: number

  constructor(line: number) {
    super(`line ${line + 1}`)
    this.line = line
  }
}

interface Entry {
  readonly key: string
  readonly value: string | undefined
  readonly line: number
  readonly children: Entry[]
}

/**
 * `apis` of redocly.yaml. Only nested keys with plain or quoted values are read, which is what people write there:
 * anything else below `apis` is an {@link UnreadLine}, so nothing is guessed.
 */
export function redoclyApis(text: string): RedoclyApi[] {
  const apis = blockOf(text, 'apis')
  return apis.map(({ key, line, children }) => {
    const own = children.find((child) => child.key === 'x-openapi-ts')?.children ?? []
    const flags = new Map<string, boolean>()
    for (const { key: flag, value } of own) {
      const name = camelCase(flag)
      if (Object.hasOwn(FLAGS, name) && (value === 'true' || value === 'false')) {
        flags.set(name, value === 'true')
      }
    }
    const root = children.find((child) => child.key === 'root')?.value
    const output = own.find((child) => child.key === 'output')?.value
    return { name: key, line, root, output, flags }
  })
}

/** The entries below a key at the top. */
function blockOf(text: string, name: string): Entry[] {
  const lines = text.split(/\r?\n/)
  const first = lines.findIndex((line) => new RegExp(`^(['"]?)${name}\\1\\s*:`).test(line))
  if (first < 0) return []
  const [, inline] = keyAndValue(lines[first] ?? '', first)
  if (inline !== undefined) throw new UnreadLine(first)
  const top: Entry[] = []
  const open: { readonly indent: number; readonly children: Entry[] }[] = [
    { indent: 0, children: top },
  ]
  for (let at = first + 1; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (/^\s*(?:#.*)?$/.test(line)) continue
    const indent = line.length - line.trimStart().length
    if (indent === 0) break
    while ((open.at(-1)?.indent ?? 0) >= indent && open.length > 1) open.pop()
    const [key, value] = keyAndValue(line.trim(), at)
    const children: Entry[] = []
    open.at(-1)?.children.push({ key, value, line: at, children })
    open.push({ indent, children })
  }
  return top
}

function keyAndValue(line: string, at: number): [key: string, value: string | undefined] {
  const [, quotedKey, plainKey, rest = ''] =
    /^(?:"([^"\\]*)"|'[^']*'|([^\s'"[\]{},&*!|>%#-][^:]*?))\s*:(?:\s+(.*))?$/.exec(line) ?? []
  const key = quotedKey ?? plainKey ?? /^'([^']*)'/.exec(line)?.[1]
  if (key === undefined) throw new UnreadLine(at)
  const [, double, single, plain] =
    /^(?:"([^"\\]*)"|'([^']*)'|([^\s'"[\]{},&*!|>%#][^#]*?)?)\s*(?:(?<=^|\s)#.*)?$/.exec(rest) ?? [
      undefined,
      undefined,
      undefined,
      null,
    ]
  if (plain === null) throw new UnreadLine(at)
  return [key, double ?? single ?? plain]
}
