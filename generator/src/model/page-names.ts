import { isDeviceName } from './device-names.js'
import { asStringEnum, asTagged } from './exported-names.js'
import type { Model } from './model.js'
import type { Operation } from './operations/operation.js'
import { pageUrl } from './page-url.js'
import type { Declaration } from './shapes/shape.js'

/** What a page of the documentation describes. */
export type PageKind = 'operation' | 'method' | 'union' | 'enum' | 'type'

/** The page of an operation or a declaration. */
export interface PageNames {
  readonly kind: PageKind
  /** Without extension: `types/Asset`. */
  readonly path: string
  /** Its address, if the configuration has a `site`. */
  readonly url?: string
}

/** The pages of a package: one for each operation and declaration. */
export function createPages(
  model: Model,
  site: string | undefined,
): (described: Operation | Declaration) => PageNames | undefined {
  let pages: ReadonlyMap<string, PageNames> | undefined
  return (described) => {
    pages ??= namePages(model, site)
    return pages.get(keyOf(described))
  }
}

/** One file for each, also on file systems that treat `asset` and `Asset` as the same name. */
function namePages(
  { declarations, operations }: Model,
  site: string | undefined,
): ReadonlyMap<string, PageNames> {
  const taken = new Set<string>()
  const free = (path: string, count = 1): string => {
    const tried = count === 1 ? path : `${path}-${count}`
    const key = tried.toLowerCase()
    return taken.size === taken.add(key).size ? free(path, count + 1) : tried
  }
  return new Map(
    [...operations, ...declarations].map((described) => {
      const kind = kindOf(described)
      const path = free(`${kind}s/${fileName(described.name)}`)
      const url = site === undefined ? {} : { url: pageUrl(site, path) }
      return [keyOf(described), { kind, path, ...url }]
    }),
  )
}

function kindOf(described: Operation | Declaration): PageKind {
  if ('binding' in described) return described.binding.kind === 'http' ? 'operation' : 'method'
  if (asTagged(described)) return 'union'
  return asStringEnum(described) ? 'enum' : 'type'
}

/** An operation may have the name of a type. */
function keyOf(described: Operation | Declaration): string {
  return `${'binding' in described ? 'call' : 'type'} ${described.name}`
}

/** Longer names are unique by the number that `namePages` adds. */
const LONGEST_NAME = 100

/** A name that every file system takes. */
function fileName(name: string): string {
  const portable = name.replace(/[^A-Za-z0-9_]/g, '_').slice(0, LONGEST_NAME)
  return isDeviceName(portable) ? `${portable}_` : portable
}
