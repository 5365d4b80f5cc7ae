import { createRedactor, type Redact, secretsInAddress, secretsInHeaders } from '../core/index.js'

/**
 * Refuses at once what no request can reach, and gives what errors may show of the address: keys
 * like to stand in paths and queries.
 */
export function addressOf(url: string, protocols: readonly [string, string]): string {
  const [plain, secure] = protocols
  const address = parse(url)
  if (!address || !protocols.includes(address.protocol)) {
    const shown = address?.origin && address.origin !== 'null' ? address.origin : url.slice(0, 40)
    throw new TypeError(`'${shown}' is not an address that begins with ${plain}// or ${secure}//`)
  }
  if (address.username || address.password) {
    throw new TypeError(`${address.host}: pass credentials in \`headers\`, not in the address`)
  }
  return address.origin
}

function parse(url: string): URL | undefined {
  try {
    // Pages may leave out where they are.
    return new URL(url, globalThis.location?.href)
  } catch {
    return undefined
  }
}

/** Takes out what nothing may show of a transport: what is secret in its address and in its headers. */
export function redactorOf(url: string, headers: Readonly<Record<string, string>> = {}): Redact {
  // Only where something is shown: most calls go well.
  return (shown) => createRedactor([...secretsInAddress(url), ...secretsInHeaders(headers)])(shown)
}
