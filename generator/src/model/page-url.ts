/** What stands for the path of a page in the option `site`. */
const PAGE_PLACEHOLDER = '{page}'

export function pageUrl(site: string, path: string): string {
  return site.replaceAll(PAGE_PLACEHOLDER, path)
}
