import { isDictionary } from '../../model/json.js'
import { percentDecode } from '../../model/pointer.js'
import { isPathInside } from '../../model/portable-path.js'
import { parseText } from '../syntax/parse.js'

/** The folder of the files of a server that are not below the folder of the document, by their whole path. */
const OTHERS = '_server/'

/** Holds the address of the document, if its files refer to each other by more than what is below them. */
export const ADDRESS_FILE = `${OTHERS}address.json`

/** Which file of a server each file of a copy is. */
export interface CopyAddresses {
  readonly urlOf: (copy: string) => URL
  /** `undefined` for another server, and for what no file can be called. */
  readonly copyOf: (url: URL) => string | undefined
}

/** The places of a document and its files; `root` is that of the document itself. */
export function copyAddresses(document: URL, root: string): CopyAddresses {
  const folder = new URL('.', document)
  return {
    urlOf(copy) {
      if (copy === root) return document
      if (!copy.startsWith(OTHERS)) return new URL(copy, folder)
      return new URL(`/${copy.slice(OTHERS.length)}`, document)
    },
    copyOf({ origin, pathname, search }) {
      if (origin !== document.origin) return undefined
      if (pathname === document.pathname) return root
      const below = pathname.startsWith(folder.pathname)
        ? pathname.slice(folder.pathname.length)
        : OTHERS
      const copy = percentDecode(below.startsWith(OTHERS) ? `_server${pathname}` : below)
      // A copy has one file of each name.
      return search === '' && isPathInside(copy) && copy !== root ? copy : undefined
    },
  }
}

/** Where a reference of a file of the copy leads. */
export function copyOfReference(
  { urlOf, copyOf }: CopyAddresses,
  target: string,
  from: string,
): string | undefined {
  const base = urlOf(from)
  return URL.canParse(target, base.href) ? copyOf(new URL(target, base)) : undefined
}

export function writtenAddress({ origin, pathname }: URL): string {
  return `${JSON.stringify({ url: origin + pathname }, null, 2)}\n`
}

/** The address that a copy tells; a file that holds none is as none. */
export function addressIn(text: string): URL | undefined {
  const { value } = parseText(text, true)
  const url = isDictionary(value) ? value.url : undefined
  return typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url)
    ? new URL(url)
    : undefined
}
