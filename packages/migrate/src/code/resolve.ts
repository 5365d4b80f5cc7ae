import path from 'node:path'
import { ts } from 'ts-morph'
import type { Compilers } from '../project/tsconfig.js'

/** Which file an import means, as the compiler of the project sees it. */
export interface Resolver {
  readonly resolve: (specifier: string, from: string) => string | undefined
}

/** Files that do not exist, or do not exist yet, count as if they did. */
export function createResolver(compilers: Compilers, supposed: readonly string[]): Resolver {
  const files = new Set(supposed)
  const folders = new Set<string>()
  for (const file of supposed) {
    for (let at = path.dirname(file); !folders.has(at); at = path.dirname(at)) folders.add(at)
  }
  const host: ts.ModuleResolutionHost = {
    fileExists: (file) => files.has(path.normalize(file)) || ts.sys.fileExists(file),
    readFile: ts.sys.readFile,
    directoryExists: (file) => folders.has(path.normalize(file)) || ts.sys.directoryExists(file),
  }
  return {
    resolve(specifier, from) {
      const options = compilers.optionsFor(from)
      const { resolvedModule } = ts.resolveModuleName(
        specifier,
        from,
        { ...options, allowJs: true },
        host,
        undefined,
        undefined,
        ts.ModuleKind.ESNext,
      )
      return resolvedModule ? path.normalize(resolvedModule.resolvedFileName) : undefined
    },
  }
}

/**
 * The specifier that leads to `target` from `from`, written as `specifier` was: an alias stays an alias if the compiler
 * finds the new file by it, and an extension stays an extension.
 */
export function newSpecifier(
  specifier: string,
  { from, old, target }: { readonly from: string; readonly old: string; readonly target: string },
  resolver: Resolver,
): string {
  const extension = extensionOf(specifier)
  const relative = relativeTo(from, target, extension)
  if (specifier.startsWith('.')) return relative
  const moved = path.posix.relative(
    path.dirname(old).split(path.sep).join('/'),
    target.replace(/\.ts$/, '').split(path.sep).join('/'),
  )
  const alias = `${path.posix.join(path.posix.dirname(specifier), moved)}${extension}`
  return resolver.resolve(alias, from) === target ? alias : relative
}

function relativeTo(from: string, target: string, extension: string): string {
  const way = path
    .relative(path.dirname(from), target.replace(/\.ts$/, ''))
    .split(path.sep)
    .join('/')
  return `${way.startsWith('.') ? way : `./${way}`}${extension}`
}

/** `.js` is what every setting takes for `.d.ts`; the import of a `.ts` file stays one. */
function extensionOf(specifier: string): '' | '.js' | '.ts' {
  if (/\.d\.[cm]?ts$/.test(specifier)) return '.js'
  if (/\.[cm]?js$/.test(specifier)) return '.js'
  return /\.[cm]?ts$/.test(specifier) ? '.ts' : ''
}
