import path from 'node:path'
import { Project, type SourceFile, ts } from 'ts-morph'
import { clientImports } from './code/client-imports.js'
import { clientsIn, type Generated, type Replacement, replace } from './code/fetch-clients.js'
import { oneLine } from './code/uses.js'
import { MigrationError } from './errors.js'
import type { Options } from './options.js'
import {
  applyEdits,
  byLocation,
  type Change,
  compareText,
  type Finding,
  type Plan,
} from './plan.js'
import { readManifest } from './project/manifest.js'
import { readCompilers } from './project/tsconfig.js'

/** The second step: generated clients in place of those of openapi-fetch, where every call of one can be rewritten. */
export function planCalls(folder: string, { tsconfig }: Options): Plan {
  readManifest(folder)
  const compilers = readCompilers(folder, tsconfig)
  const project = new Project({ tsConfigFilePath: compilers.largest })
  const nameOf = (source: SourceFile): string =>
    path.relative(folder, source.getFilePath()).split(path.sep).join('/')
  const own = project
    .getSourceFiles()
    .filter((each) => !each.isInNodeModules() && !nameOf(each).startsWith('../'))
    .sort((left, right) => compareText(left.getFilePath(), right.getFilePath()))
  const generated = new Map<SourceFile, Generated | undefined>()
  const clients = own.flatMap((source) => clientsIn(source, generated))
  if (generated.size === 0) {
    throw new MigrationError({
      code: 'TM1011',
      message: 'No file imports types that tagwire generated inside this project',
      help: 'Run this without --calls first, and `tagwire generate` after it. Clients of generated packages are replaced by hand.',
    })
  }
  const findings: Finding[] = []
  let replacements: Replacement[] = []
  for (const client of clients) {
    const made = replace(client, nameOf)
    if ('client' in made) replacements.push(made)
    else findings.push(...made)
  }
  let texts = textsOf(replacements)
  const checked = (): Map<SourceFile, string> => newErrors(project, texts)
  for (let errors = checked(); errors.size > 0; errors = checked()) {
    const refused = replacements.filter(({ byFile }) =>
      [...errors.keys()].some((each) => byFile.has(each)),
    )
    if (refused.length === 0) break
    findings.push(...refused.flatMap((each) => refusals(each, errors, nameOf)))
    replacements = replacements.filter((each) => !refused.includes(each))
    texts = textsOf(replacements)
  }
  const changes = [...texts].map(([source, after]): Change => {
    // What the compiler reads has no byte order mark.
    const before = ts.sys.readFile(source.getFilePath()) ?? source.getFullText()
    return { kind: 'edit', file: nameOf(source), before, after }
  })
  return {
    documents: [],
    changes: changes.sort((left, right) => compareText(left.file, right.file)),
    rewrites: replacements.flatMap(({ rewrites }) => rewrites).sort(byLocation),
    findings: findings.sort(byLocation),
    warnings: compilers.warnings,
    next: [],
  }
}

function textsOf(replacements: readonly Replacement[]): Map<SourceFile, string> {
  const files = new Set(replacements.flatMap(({ byFile }) => [...byFile.keys()]))
  const clients = replacements.map(({ client }) => client)
  return new Map(
    [...files].map((source) => {
      const edits = replacements.flatMap(({ byFile }) => byFile.get(source) ?? [])
      const text = source.getFullText()
      return [source, applyEdits(text, [...edits, ...clientImports(source, clients)])]
    }),
  )
}

/** What the compiler says of the new texts and did not say before: then a call was not sure after all. */
function newErrors(
  project: Project,
  texts: ReadonlyMap<SourceFile, string>,
): Map<SourceFile, string> {
  const found = new Map<SourceFile, string>()
  if (texts.size === 0) return found
  const before = project.getProgram().compilerObject
  const after = programWith(before, texts)
  for (const source of texts.keys()) {
    const known = messagesOf(before, source.getFilePath())
    const added = messagesOf(after, source.getFilePath()).find((each) => !known.includes(each))
    if (added !== undefined) found.set(source, added)
  }
  return found
}

/** The same program with other texts. All other files are those that were read, which takes longer than to check them. */
function programWith(before: ts.Program, texts: ReadonlyMap<SourceFile, string>): ts.Program {
  const options = before.getCompilerOptions()
  const host = ts.createCompilerHost(options)
  const changed = new Map<string, string>(
    [...texts].map(([source, text]) => [source.getFilePath(), text]),
  )
  const library = before
    .getSourceFiles()
    .find((each) => before.isSourceFileDefaultLibrary(each))?.fileName
  if (library !== undefined) {
    const home = path.posix.dirname(library)
    host.getDefaultLibLocation = () => home
    host.getDefaultLibFileName = () => path.posix.join(home, ts.getDefaultLibFileName(options))
  }
  const { getSourceFile } = host
  host.getSourceFile = (name, language, ...others) => {
    const text = changed.get(name)
    return text === undefined
      ? (before.getSourceFile(name) ?? getSourceFile.call(host, name, language, ...others))
      : ts.createSourceFile(name, text, language, true)
  }
  return ts.createProgram({
    rootNames: [...new Set([...before.getRootFileNames(), ...changed.keys()])],
    options,
    host,
    oldProgram: before,
  })
}

function messagesOf(program: ts.Program, file: string): string[] {
  const source = program.getSourceFile(file)
  return [
    ...program.getSyntacticDiagnostics(source),
    ...program.getSemanticDiagnostics(source),
  ].map((each) => ts.flattenDiagnosticMessageText(each.messageText, ' '))
}

function refusals(
  { client, rewrites }: Replacement,
  errors: ReadonlyMap<SourceFile, string>,
  nameOf: (source: SourceFile) => string,
): Finding[] {
  const [first] = rewrites
  const [[source, message] = []] = errors
  if (!first || !source || message === undefined) return []
  return [
    {
      kind: 'later',
      location: first.location,
      what: oneLine(first.what),
      todo: `\`${client.declaration.getName()}\` stays a client of openapi-fetch: rewritten, ${nameOf(source)} would not compile: ${oneLine(message)}`,
    },
  ]
}
