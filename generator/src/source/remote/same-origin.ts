import path from 'node:path'
import { percentDecode } from '../../model/pointer.js'
import { parseText } from '../syntax/parse.js'
import {
  ADDRESS_FILE,
  type CopyAddresses,
  copyAddresses,
  writtenAddress,
} from './copy-addresses.js'
import { fetchText, type Network } from './fetch.js'
import { eachObject, namesIn, tooMuch } from './remote.js'

/** A file of a server, and its path below the folder where it is stored. */
interface Fetched {
  readonly url: URL
  readonly name: string
  readonly text: string
}

export interface SameOrigin {
  /** The texts by their paths below the folder. */
  readonly texts: ReadonlyMap<string, string>
  /** Why others were not read, by their paths. */
  readonly unread: ReadonlyMap<string, string>
}

/**
 * Fetches the files of the same server that a document from a URL refers to, and transitively what these refer to, by
 * whatever path or address. If their places in the copy are not what the references say, the copy also tells the address
 * of the document.
 */
export async function fetchSameOrigin(document: Fetched, network: Network): Promise<SameOrigin> {
  const started = performance.now()
  const addresses = copyAddresses(document.url, document.name)
  const seen = new Set([document.name])
  const texts = new Map<string, string>()
  const unread = new Map<string, string>()
  const named = new Set<string>()
  const waiting = [document]
  let isPlain = true
  for (let file = waiting.shift(); file; file = waiting.shift()) {
    for (const { url, name, isBelow } of besides(file, addresses, named)) {
      isPlain &&= isBelow
      if (seen.has(name)) continue
      seen.add(name)
      const found =
        tooMuch(seen.size, started) ?? (await fetchText(url.href, network, 'same-origin'))
      if ('fault' in found) {
        unread.set(name, found.fault)
        continue
      }
      texts.set(name, found.text)
      waiting.push({ url, name, text: found.text })
    }
  }
  if (!isPlain) texts.set(ADDRESS_FILE, writtenAddress(document.url))
  return { texts, unread }
}

interface Beside extends Omit<Fetched, 'text'> {
  /** Whether the reference leads to the place as it is written. */
  readonly isBelow: boolean
}

/** The files of the same server that a file refers to; what a file calls itself is there already. */
function besides(
  { url: from, name, text }: Fetched,
  addresses: CopyAddresses,
  named: Set<string>,
): Beside[] {
  const found: Beside[] = []
  const { value } = parseText(text, /\.json$/i.test(name))
  for (const each of namesIn({ path: from.href, value })) named.add(each)
  eachObject(value, undefined, ({ $ref }) => {
    const [target = ''] = typeof $ref === 'string' ? $ref.split('#', 1) : []
    if (target === '' || !URL.canParse(target, from.href)) return
    const url = new URL(target, from)
    url.hash = ''
    const copy = named.has(url.href) ? undefined : addresses.copyOf(url)
    if (copy === undefined) return
    const written = path.posix.join(path.posix.dirname(name), percentDecode(target))
    found.push({ url: addresses.urlOf(copy), name: copy, isBelow: written === copy })
  })
  return found
}
