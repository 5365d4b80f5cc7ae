import path from 'node:path'
import { nameOf, readBytes, type Take } from './read-files.js'
import {
  ADDRESS_FILE,
  addressIn,
  type CopyAddresses,
  copyAddresses,
  placeOfReference,
} from './remote/copy-addresses.js'
import { eachObject } from './remote/remote.js'

/** The files of a server below a folder that tells the address of the document among them. */
export interface CopiedFiles {
  /** Reads the files that the document refers to. */
  readonly read: (root: unknown, take: Take) => Promise<void>
  /** Where a reference in one of them leads, as paths; `undefined` for another server. */
  readonly pathOf: (target: string, from: string) => string | undefined
  /** Where a file of the server is, or would be. */
  readonly find: (address: string) => string | undefined
}

/** The files below a folder, if they are from a server and refer to each other by more than what is below them. */
export async function copiedFiles(
  folder: string | undefined,
  document: string,
): Promise<CopiedFiles | undefined> {
  if (folder === undefined) return undefined
  const addressFile = path.join(folder, ADDRESS_FILE)
  const bytes = await readBytes(addressFile).catch(() => undefined)
  const address = bytes && addressIn(String(bytes))
  if (!address) return undefined
  const addresses = copyAddresses(address, nameOf(document, folder))
  const pathOf = (place: string | undefined): string | undefined =>
    place === undefined ? undefined : path.join(folder, place)
  return {
    async read(root, take) {
      take(addressFile, bytes)
      const seen = new Map([[nameOf(document, folder), root]])
      for (const [from, value] of seen) {
        for (const place of referencesOf(value, from, addresses)) {
          if (seen.has(place)) continue
          const file = path.join(folder, place)
          const found = await readBytes(file).catch(() => undefined)
          seen.set(place, found && take(file, found))
        }
      }
    },
    pathOf: (target, from) => pathOf(placeOfReference(addresses, target, nameOf(from, folder))),
    find: (url) => pathOf(URL.canParse(url) ? addresses.placeOf(new URL(url)) : undefined),
  }
}

function referencesOf(value: unknown, from: string, addresses: CopyAddresses): Set<string> {
  const found = new Set<string>()
  eachObject(value, undefined, ({ $ref }) => {
    const [target = ''] = typeof $ref === 'string' ? $ref.split('#', 1) : []
    const place = target === '' ? undefined : placeOfReference(addresses, target, from)
    if (place !== undefined) found.add(place)
  })
  return found
}
