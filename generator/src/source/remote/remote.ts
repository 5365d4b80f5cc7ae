import path from 'node:path'
import { type Dictionary, isDictionary } from '../../model/json.js'
import { NAMING, QUOTED } from '../literal-values.js'
import type { ParsedText } from '../syntax/parsed-text.js'
import { type Fetched, fetchText, type Network } from './fetch.js'

const MAX_FILES = 100
const MAX_TOTAL_MS = 120_000

export function isRemote(address: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(address)
}

/** The target of a reference in a file, without the fragment, if it is not on this machine. */
export function remoteAddress(target: string, from: string): string | undefined {
  const [address = ''] = target.split('#', 1)
  if (!isRemote(address) && (address === '' || !isRemote(from))) return undefined
  try {
    return new URL(address, isRemote(from) ? from : undefined).href
  } catch {
    return address
  }
}

interface Referring {
  readonly path: string
  readonly value: unknown
}

/** Resolves a name against an address. */
export function joined(name: string, base: string | undefined): string | undefined {
  try {
    return new URL(name, base).href
  } catch {
    return undefined
  }
}

/**
 * Fetches the remote files that others refer to, and transitively what those refer to, one after the other.
 * `add` stores a text and returns it parsed, and what `isThere` is not fetched. Returns what could not be fetched, with the reason.
 */
export async function fetchReferences(
  files: readonly Referring[],
  add: (address: string, text: string) => unknown,
  network: Network,
  isThere: (address: string) => boolean = () => false,
): Promise<ReadonlyMap<string, string>> {
  const started = performance.now()
  const known = new Map<string, Fetched>()
  const waiting = [...files]
  const named = new Set(files.flatMap(namesIn))
  const localPaths = new Set(files.map((each) => each.path))
  for (let file = waiting.shift(); file; file = waiting.shift()) {
    for (const address of addressesIn(file, localPaths)) {
      if (known.has(address) || named.has(address) || isThere(address)) continue
      const fetched = tooMuch(known.size, started) ?? (await fetchText(address, network))
      known.set(address, fetched)
      if ('text' in fetched) waiting.push({ path: address, value: add(address, fetched.text) })
    }
  }
  return new Map(
    [...known].flatMap(([address, made]) => ('fault' in made ? [[address, made.fault]] : [])),
  )
}

/** Why no more is fetched. */
export function tooMuch(files: number, started: number): Fetched | undefined {
  if (files >= MAX_FILES) return { fault: `is not fetched: the limit is ${MAX_FILES} files` }
  if (performance.now() - started < MAX_TOTAL_MS) return undefined
  return { fault: `is not fetched: the time limit is ${MAX_TOTAL_MS / 1000} s in total` }
}

/**
 * The targets of the references of a file. A relative one is resolved against the file; if that file does not
 * exist, against the `$id` of the enclosing schema.
 */
function addressesIn({ path: from, value }: Referring, here: ReadonlySet<string>): Set<string> {
  const found = new Set<string>()
  eachObject(value, undefined, ({ $ref }, base) => {
    if (typeof $ref !== 'string') return
    const [relative = ''] = $ref.split('#', 1)
    const beside = remoteAddress($ref, from)
    const isHere = relative === '' || here.has(path.resolve(path.dirname(from), relative))
    const address = beside ?? (isHere || base === undefined ? undefined : joined(relative, base))
    if (address !== undefined && isRemote(address)) found.add(address)
  })
  return found
}

/**
 * Schemas and documents with an `$id` or `$self` are already loaded, whatever is at that URL.
 */
export function namesIn({ value }: Referring): string[] {
  const found: string[] = []
  eachObject(value, undefined, ({ $id, $self }, base) => {
    if (typeof $id === 'string') found.push($id.replace(/#$/, ''), ...(base ? [base] : []))
    if (typeof $self === 'string') found.push($self.replace(/#$/, ''))
  })
  return found
}

/** `base` is the nearest enclosing `$id`, including the node's own. */
export function eachObject(
  value: unknown,
  base: string | undefined,
  see: (each: Dictionary, base: string | undefined) => void,
  naming = false,
): void {
  if (Array.isArray(value)) for (const item of value) eachObject(item, base, see)
  if (!isDictionary(value)) return
  const { $id } = value
  const own = typeof $id === 'string' ? joined($id, base)?.split('#')[0] : undefined
  see(value, own ?? base)
  for (const [key, child] of Object.entries(value)) {
    if (naming || !QUOTED.has(key)) eachObject(child, own ?? base, see, !naming && NAMING.has(key))
  }
}

/** The paths of files that declare their own URL (`$self` of OpenAPI 3.2), by URL. */
export function selfAddresses(
  files: Iterable<{
    readonly path: string
    readonly parsed: ParsedText
    readonly foreign: boolean
  }>,
): Map<string, string> {
  const addresses = new Map<string, string>()
  for (const { path, parsed, foreign } of files) {
    if (foreign) continue
    const self = isDictionary(parsed.value) ? parsed.value.$self : undefined
    const url = typeof self === 'string' ? remoteAddress(self, path) : undefined
    if (url !== undefined) addresses.set(url, path)
  }
  return addresses
}
