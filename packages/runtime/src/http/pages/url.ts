/** An address, relative ones resolved; `undefined` if it is none. */
export function urlOf(address: string, base?: string): URL | undefined {
  return URL.canParse(address, base || undefined) ? new URL(address, base || undefined) : undefined
}
