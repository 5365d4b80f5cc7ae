import path from 'node:path'
import { nameOf, readBytes, type Take } from './read-files.js'
import {
  ADDRESS_FILE,
  addressIn,
  type CopyAddresses,
  copyAddresses,
  copyOfReference,
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
  const pathOf = (copy: string | undefined): string | undefined =>
    copy === undefined ? undefined : path.join(folder, copy)
  return {
    async read(root, take) {
      take(addressFile, bytes)
      const seen = new Map([[nameOf(document, folder), root]])
      for (const [from, value] of seen) {
        for (const copy of referencesOf(value, from, addresses)) {
          if (seen.has(copy)) continue
          const file = path.join(folder, copy)
          const found = await readBytes(file).catch(() => undefined)
          seen.set(copy, found && take(file, found))
        }
      }
    },
    pathOf: (target, from) => pathOf(copyOfReference(addresses, target, nameOf(from, folder))),
    find: (url) => pathOf(URL.canParse(url) ? addresses.copyOf(new URL(url)) : undefined),
  }
}

function referencesOf(value: unknown, from: string, addresses: CopyAddresses): Set<string> {
  const found = new Set<string>()
  eachObject(value, undefined, ({ $ref }) => {
    const [target = ''] = typeof $ref === 'string' ? $ref.split('#', 1) : []
    const copy = target === '' ? undefined : copyOfReference(addresses, target, from)
    if (copy !== undefined) found.add(copy)
  })
  return found
}
