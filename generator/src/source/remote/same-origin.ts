import path from 'node:path'
import { Fault } from '../../diagnostics/diagnostic.js'
import { percentDecode } from '../../model/pointer.js'
import { isPathInside } from '../../model/portable-path.js'
import { parseText } from '../syntax/parse.js'
import { fetchText, type Network } from './fetch.js'
import { eachObject, isRemote, tooMuch } from './remote.js'

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
 * Fetches the files of the same server that a document from a URL refers to, and transitively what these refer to. They
 * are stored where the references lead: a relative one from the file that contains it, and one that begins with a
 * slash from the folder of the document.
 */
export async function fetchSameOrigin(document: Fetched, network: Network): Promise<SameOrigin> {
  const started = performance.now()
  const addresses = new Map([[document.name, document.url.href]])
  const texts = new Map<string, string>()
  const unread = new Map<string, string>()
  const waiting = [document]
  for (let file = waiting.shift(); file; file = waiting.shift()) {
    for (const { url, name } of besides(file)) {
      const before = addresses.get(name)
      if (before === url.href) continue
      if (before !== undefined) throw new Fault(both(name, before, url.href))
      addresses.set(name, url.href)
      const found =
        tooMuch(addresses.size, started) ?? (await fetchText(url.href, network, 'same-origin'))
      if ('fault' in found) {
        unread.set(name, found.fault)
        continue
      }
      texts.set(name, found.text)
      waiting.push({ url, name, text: found.text })
    }
  }
  return { texts, unread }
}

/** The files of the same server that a file refers to by a path. */
function besides({ url: from, name, text }: Fetched): Omit<Fetched, 'text'>[] {
  const found: Omit<Fetched, 'text'>[] = []
  eachObject(parseText(text, /\.json$/i.test(name)).value, undefined, ({ $ref }) => {
    const [target = ''] = typeof $ref === 'string' ? $ref.split('#', 1) : []
    if (target === '' || isRemote(target) || !URL.canParse(target, from.href)) return
    const url = new URL(target, from)
    const place = percentDecode(target)
    const beside = place.startsWith('/') ? place.slice(1) : `${path.posix.dirname(name)}/${place}`
    const own = path.posix.normalize(beside)
    if (url.origin === from.origin && isPathInside(own)) found.push({ url, name: own })
  })
  return found
}

function both(name: string, one: string, other: string) {
  return {
    code: 'TW1001',
    severity: 'error',
    message: `two files of the server would both be ${name}: ${one} and ${other}`,
    help: 'Keep a copy of the documents in this repository, and name it as `spec`.',
  } as const
}
