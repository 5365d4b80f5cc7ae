/**
 * Where the page or worker is; a program elsewhere is at no address. Copies of this file are compiled in apps that
 * do not load the types of the DOM.
 */
export function pageAddress(): string | undefined {
  const { location } = globalThis as { readonly location?: { readonly href: string } }
  return location?.href
}
