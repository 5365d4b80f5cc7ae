import {
  createRedactor,
  pageAddress,
  type Redact,
  secretsInAddress,
  secretsInHeaders,
  urlOf,
} from '../core/index.js'

/**
 * Rejects a URL that no request can reach, and returns the part of it that errors may show: API keys
 * are often in paths and queries.
 */
export function addressOf(url: string, protocols: readonly [string, string]): string {
  const [plain, secure] = protocols
  // On a page, a URL may be relative.
  const address = urlOf(url, pageAddress())
  if (!address || !protocols.includes(address.protocol)) {
    const shown = address && address.origin !== 'null' ? address.origin : String(url).slice(0, 40)
    throw new TypeError(`'${shown}' is not an address that begins with ${plain}// or ${secure}//`)
  }
  if (address.username || address.password) {
    throw new TypeError(`${address.host}: pass credentials in \`headers\`, not in the address`)
  }
  return address.origin
}

/** Removes the secrets in a transport's URL and headers from what is shown. */
export function redactorOf(url: string, headers: Readonly<Record<string, string>> = {}): Redact {
  // Computed on demand, because most calls succeed.
  return (shown) => createRedactor([...secretsInAddress(url), ...secretsInHeaders(headers)])(shown)
}
