import path from 'node:path'

/** The sources of `@tagwire/runtime` on disk. */
export interface RuntimeSources {
  /** Texts by path below `src`: `core/errors.ts`. */
  readonly texts: ReadonlyMap<string, string>
  /** Files by import condition: `#base64` → `base64/portable.ts`. */
  readonly conditions: ReadonlyMap<string, string>
}

/** The file that declares a name, which another file may re-export. */
export interface Declared {
  readonly file: string
  readonly name: string
}

/** An import or re-export of a file, with its place in the text. */
export interface Link {
  readonly start: number
  readonly end: number
  readonly kind: 'import' | 'export'
  readonly specifier: string
  readonly isTypeOnly: boolean
  /** Absent for `export *`, `import * as name` and an import for its effects. */
  readonly names?: readonly LinkedName[]
  /** The text between the keyword and `from`, if there are no names. */
  readonly clause: string
}

export interface LinkedName {
  /** Its name in the other file. */
  readonly name: string
  /** Its name in this file. */
  readonly local: string
  readonly isTypeOnly: boolean
}

export interface RuntimeFiles {
  readonly textOf: (file: string) => string
  readonly linksOf: (file: string) => readonly Link[]
  /** The file of a module specifier; of the package if `from` is absent. */
  readonly fileOf: (specifier: string, from?: string) => string
  /** Follows re-exports to the file that declares a name. */
  readonly declarationOf: (file: string, name: string) => Declared
}

const PACKAGE = '@tagwire/runtime/'

/** The files of the runtime, parsed on demand. */
export function createRuntimeFiles({ texts, conditions }: RuntimeSources): RuntimeFiles {
  const parsed = new Map<string, readonly Link[]>()

  const textOf = (file: string): string => {
    const text = texts.get(file)
    if (text === undefined) throw new Error(`@tagwire/runtime has no file src/${file}`)
    return text
  }

  const linksOf = (file: string): readonly Link[] => {
    const links = parsed.get(file) ?? linksIn(textOf(file))
    parsed.set(file, links)
    return links
  }

  const fileOf = (specifier: string, from = ''): string => {
    if (specifier.startsWith(PACKAGE)) return `${specifier.slice(PACKAGE.length)}/index.ts`
    const condition = conditions.get(specifier)
    if (condition !== undefined) return condition
    const target = path.posix.join(path.posix.dirname(from), specifier)
    return target.replace(/\.js$/, '.ts')
  }

  const find = (file: string, name: string): Declared | undefined => {
    const lists = linksOf(file).filter(({ kind }) => kind === 'export')
    for (const { specifier, names } of lists) {
      const passed = names?.find(({ local }) => local === name)
      if (passed) return declarationOf(fileOf(specifier, file), passed.name)
    }
    if (declares(textOf(file), name)) return { file, name }
    for (const { specifier, names } of lists) {
      const found = names ? undefined : find(fileOf(specifier, file), name)
      if (found) return found
    }
    return undefined
  }

  const declarationOf = (file: string, name: string): Declared => {
    const found = find(file, name)
    if (!found) throw new Error(`src/${file} of @tagwire/runtime exports no ${name}`)
    return found
  }

  return { textOf, linksOf, fileOf, declarationOf }
}

/** The runtime exports declarations in place: `export function name`. */
function declares(text: string, name: string): boolean {
  const pattern = `^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|class|type|interface|function\\*?) ${name}\\b`
  return new RegExp(pattern, 'm').test(text)
}

/** The runtime is formatted by one formatter, so its imports all look the same. */
const LINK = /^(import|export)( type)? (\{[^}]*\}|\*(?: as \w+)?) from '([^']+)'/gm

function linksIn(text: string): Link[] {
  return [...text.matchAll(LINK)].map((found): Link => {
    const [whole, keyword, type, clause = '', specifier = ''] = found
    return {
      start: found.index,
      end: found.index + whole.length,
      kind: keyword === 'import' ? 'import' : 'export',
      specifier,
      isTypeOnly: type !== undefined,
      clause,
      ...(clause.startsWith('{') ? { names: namesIn(clause) } : {}),
    }
  })
}

function namesIn(list: string): LinkedName[] {
  return [...list.matchAll(/(type )?(\w+)(?: as (\w+))?/g)].map(
    ([, type, name = '', local = name]) => ({ name, local, isTypeOnly: type !== undefined }),
  )
}
