import path from 'node:path'
import type { ExportDeclarationStructure, ImportDeclarationStructure } from '#ts-morph'
import type { ImportExtension } from '../../model/import-extension.js'
import {
  type EmittedModule,
  exportFrom,
  importFrom,
  KINDS,
  type Statement,
} from '../typescript/structures.js'
import {
  createRuntimeFiles,
  type Declared,
  type Link,
  type LinkedName,
  type RuntimeFiles,
  type RuntimeSources,
} from './runtime-files.js'

const FOLDER = 'src/runtime/'

/** Modules without imports of `@tagwire/runtime`, and the copied files that they import instead. */
export interface InlinedModules {
  readonly modules: readonly EmittedModule[]
  readonly copied: readonly EmittedModule[]
}

/**
 * Copies only the files of the runtime that the modules use: a name is imported from the file that declares
 * it, not from the index that exports everything.
 */
export function inlineRuntime(
  modules: readonly EmittedModule[],
  sources: RuntimeSources,
  extension: ImportExtension,
): InlinedModules {
  const files = createRuntimeFiles(sources)
  const used = new Set<string>()
  const use = (declared: Declared): Declared => {
    used.add(declared.file)
    return declared
  }
  const rewritten = modules.map((module) => withoutPackage(module, files, use))
  const copied: EmittedModule[] = []
  // Files used by a copied file are added to the set during iteration.
  for (const file of used) {
    const text = copyOf(file, files, use, extension)
    copied.push({ path: FOLDER + file, imports: [], statements: [text] })
  }
  copied.sort((left, right) => (left.path < right.path ? -1 : 1))
  return { modules: rewritten, copied }
}

function isRuntime(specifier: string | undefined): specifier is string {
  return specifier?.startsWith('@tagwire/runtime/') === true
}

type Use = (declared: Declared) => Declared

function withoutPackage(module: EmittedModule, files: RuntimeFiles, use: Use): EmittedModule {
  const { imports, statements } = module
  const home = path.posix.dirname(module.path)
  const addressOf = (file: string): string =>
    relativeSpecifier(path.posix.relative(home, FOLDER + file))
  return {
    ...module,
    imports: imports.flatMap((each) =>
      isRuntime(each.moduleSpecifier) ? splitImport(each, files, use, addressOf) : [each],
    ),
    statements: statements.flatMap((each): Statement[] =>
      typeof each === 'object' && each.kind === KINDS.export && isRuntime(each.moduleSpecifier)
        ? splitExport(each, files, use, addressOf)
        : [each],
    ),
  }
}

function splitImport(
  { moduleSpecifier, namedImports, isTypeOnly = false }: ImportDeclarationStructure,
  files: RuntimeFiles,
  use: Use,
  addressOf: (file: string) => string,
): ImportDeclarationStructure[] {
  const names = (Array.isArray(namedImports) ? namedImports : []).flatMap((each): LinkedName[] =>
    typeof each === 'object' ? [linkedName(each.name, each.isTypeOnly === true)] : [],
  )
  const byFile = groupByFile(names, files.fileOf(moduleSpecifier), files, use)
  return [...byFile].map(([file, found]) => {
    const allTypes = found.every((name) => name.isTypeOnly)
    return importFrom({
      moduleSpecifier: addressOf(file),
      isTypeOnly: isTypeOnly || allTypes,
      namedImports: found.map((name) => ({
        name: renamed(name),
        isTypeOnly: !isTypeOnly && !allTypes && name.isTypeOnly,
      })),
    })
  })
}

function splitExport(
  { moduleSpecifier = '', namedExports, isTypeOnly = false }: ExportDeclarationStructure,
  files: RuntimeFiles,
  use: Use,
  addressOf: (file: string) => string,
): ExportDeclarationStructure[] {
  const names = (Array.isArray(namedExports) ? namedExports : []).flatMap((each): LinkedName[] =>
    typeof each === 'string' ? [linkedName(each, isTypeOnly)] : [],
  )
  const byFile = groupByFile(names, files.fileOf(moduleSpecifier), files, use)
  return [...byFile].map(([file, found]) => {
    const allTypes = isTypeOnly || found.every((name) => name.isTypeOnly)
    return exportFrom(addressOf(file), allTypes ? found.map(renamed) : found.map(listed), allTypes)
  })
}

/** `type name as local`, as structures have it. */
function linkedName(text: string, isTypeOnly: boolean): LinkedName {
  const [name = text, local = name] = text.replace(/^type /, '').split(' as ')
  return { name, local, isTypeOnly: isTypeOnly || text.startsWith('type ') }
}

function renamed({ name, local }: LinkedName): string {
  return name === local ? name : `${name} as ${local}`
}

function listed(name: LinkedName): string {
  return `${name.isTypeOnly ? 'type ' : ''}${renamed(name)}`
}

/** Names by the file that declares them, under their names there. */
function groupByFile(
  names: readonly LinkedName[],
  list: string,
  files: RuntimeFiles,
  use: Use,
): Map<string, LinkedName[]> {
  const groups = new Map<string, LinkedName[]>()
  for (const each of names) {
    const { file, name } = use(files.declarationOf(list, each.name))
    groups.set(file, [...(groups.get(file) ?? []), { ...each, name }])
  }
  return groups
}

/** The text of a file, with each import from the file that declares the name. */
function copyOf(file: string, files: RuntimeFiles, use: Use, extension: ImportExtension): string {
  const home = path.posix.dirname(file)
  const addressOf = (target: string): string =>
    relativeSpecifier(path.posix.relative(home, target)).replace(/\.js$/, extension)
  const text = files.textOf(file)
  let copy = ''
  let done = 0
  for (const link of files.linksOf(file)) {
    copy +=
      text.slice(done, link.start) +
      linkText(link, files.fileOf(link.specifier, file), files, use, addressOf)
    done = link.end
  }
  return copy + text.slice(done)
}

function linkText(
  { kind, isTypeOnly, names, clause }: Link,
  target: string,
  files: RuntimeFiles,
  use: Use,
  addressOf: (file: string) => string,
): string {
  const keyword = isTypeOnly ? `${kind} type` : kind
  if (!names) {
    use({ file: target, name: '*' })
    return `${keyword} ${clause} from '${addressOf(target)}'`
  }
  return [...groupByFile(names, target, files, use)]
    .map(([file, found]) => {
      return `${keyword} { ${found.map(listed).join(', ')} } from '${addressOf(file)}'`
    })
    .join('\n')
}

function relativeSpecifier(file: string): string {
  const specifier = file.replace(/\.ts$/, '.js')
  return specifier.startsWith('.') ? specifier : `./${specifier}`
}
