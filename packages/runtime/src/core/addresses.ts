/**
 * The URL of the page or worker; `undefined` in other programs. Copies of this file are compiled in apps that
 * do not load the types of the DOM.
 */
export function pageAddress(): string | undefined {
  const { location } = globalThis as { readonly location?: { readonly href: string } }
  return location?.href
}
