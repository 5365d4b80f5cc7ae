import { existsSync } from 'node:fs'
import path from 'node:path'
import { ts } from 'ts-morph'
import { MigrationError } from '../errors.js'
import { locationIn } from '../plan.js'

interface Parsed {
  readonly file: string
  readonly options: ts.CompilerOptions
  readonly files: ReadonlySet<string>
  readonly references: readonly string[]
}

/** The compiler's options for each file: those of the nearest tsconfig.json, or of a project that it refers to. */
export interface Compilers {
  readonly optionsFor: (file: string) => ts.CompilerOptions
  /** Aliases without a placeholder that stand for a file with one of these names. */
  readonly aliasesOf: (names: readonly string[]) => string[]
  /** The configuration that includes most files. */
  readonly largest: string
  /** Problems that do not end the run. */
  readonly warnings: readonly string[]
}

const NO_INPUTS = 18003
const NO_INPUTS_IN_LIST = 18002

export function readCompilers(folder: string, named: string | undefined): Compilers {
  const main = path.resolve(folder, named ?? 'tsconfig.json')
  if (!existsSync(main)) {
    throw new MigrationError({
      code: 'TM1003',
      message: `There is no ${path.relative(folder, main)} in ${folder}`,
      help: 'Give another one with --tsconfig FILE. One is needed to find what aliases in imports stand for.',
    })
  }
  const warnings: string[] = []
  const known = new Map<string, Parsed>()
  const parsed = (file: string): Parsed => {
    const earlier = known.get(file)
    if (earlier) return earlier
    const made = parse(folder, file, warnings)
    known.set(file, made)
    return made
  }
  const withReferences = (file: string, seen: Set<string>): Parsed[] => {
    if (seen.has(file) || !existsSync(file)) return []
    seen.add(file)
    const own = parsed(file)
    return [own, ...own.references.flatMap((each) => withReferences(each, seen))]
  }
  const all = withReferences(main, new Set())
  const nearest = (from: string): string | undefined => {
    const file = path.join(from, 'tsconfig.json')
    if (existsSync(file)) return file
    return from === folder || path.dirname(from) === from ? undefined : nearest(path.dirname(from))
  }
  const [largest] = all.toSorted((left, right) => right.files.size - left.files.size)
  return {
    warnings,
    largest: largest?.file ?? main,
    aliasesOf: (names) =>
      all.flatMap(({ options }) =>
        Object.entries(options.paths ?? {}).flatMap(([alias, files]) =>
          files.some((file) => names.some((name) => file.includes(name)))
            ? [alias.replace(/\*.*$/, '')].filter((each) => each.length > 1)
            : [],
        ),
      ),
    optionsFor(file) {
      const own = named === undefined ? nearest(path.dirname(file)) : undefined
      const candidates = own === undefined || own === main ? all : withReferences(own, new Set())
      const including = candidates.find(({ files }) => files.has(file))
      const fallback = candidates.find(({ files }) => files.size > 0) ?? candidates[0]
      return (including ?? fallback)?.options ?? {}
    },
  }
}

function parse(folder: string, file: string, warnings: string[]): Parsed {
  const shown = path.relative(folder, file).split(path.sep).join('/')
  const { config, error } = ts.readConfigFile(file, ts.sys.readFile)
  if (error) {
    const text = ts.sys.readFile(file) ?? ''
    const location = locationIn(shown, text, error.start ?? 0)
    throw new MigrationError({
      code: 'TM1004',
      message: `${shown} does not parse: ${ts.flattenDiagnosticMessageText(error.messageText, ' ')}`,
      location,
      line: text.split('\n')[location.line - 1],
      help: 'Mend it, and run this again.',
    })
  }
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, path.dirname(file), undefined, file)
  for (const { code, messageText } of parsed.errors) {
    if (code === NO_INPUTS || code === NO_INPUTS_IN_LIST) continue
    warnings.push(
      `${shown}: ${ts.flattenDiagnosticMessageText(messageText, ' ').split('\n')[0]?.replace(/\.$/, '')}. If dependencies are not installed yet, install them first: aliases may be missed.`,
    )
  }
  const references = (parsed.projectReferences ?? []).map((each) =>
    ts.resolveProjectReferencePath(each),
  )
  return { file, options: parsed.options, files: new Set(parsed.fileNames), references }
}
