import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { editCode } from './code/edit-code.js'
import { readSchemaFile, type SchemaFile } from './code/schema-file.js'
import { MigrationError } from './errors.js'
import type { Options } from './options.js'
import {
  byLocation,
  type Change,
  compareText,
  editOf,
  type Finding,
  locationIn,
  type Plan,
} from './plan.js'
import { configText } from './project/config-text.js'
import { findDocuments, isUrl, rewriteScripts } from './project/documents.js'
import { projectFiles } from './project/files.js'
import { managerOf } from './project/manager.js'
import { type Manifest, parseManifest, readManifest } from './project/manifest.js'
import { findMentions } from './project/mentions.js'
import { type NamedDocument, nameDocuments } from './project/names.js'
import { readCompilers } from './project/tsconfig.js'

const CONFIGS = ['ts', 'js', 'mjs', 'json'].map((end) => `tagwire.config.${end}`)

/** The first step: types of `./schema` in place of the files of openapi-typescript. What runs stays the same. */
export function planTypes(folder: string, { out, tsconfig }: Options): Plan | 'already' {
  const manifest = readManifest(folder)
  const files = projectFiles(folder)
  const { drawings, calls, findings } = findDocuments(folder, manifest)
  const config = CONFIGS.find((name) => existsSync(path.join(folder, name)))
  if (drawings.length === 0 && findings.length === 0) {
    if (config !== undefined) return 'already'
    throw nothingFound(folder, files, manifest)
  }
  if (out !== undefined && drawings.length > 1) {
    throw new MigrationError({
      code: 'TM1008',
      message: `--out is for one document, and this project has ${drawings.length}`,
      help: 'Leave it out, and change `out` in tagwire.config.ts before you run `tagwire generate`.',
    })
  }
  const compilers = readCompilers(folder, tsconfig)
  const target =
    out === undefined
      ? undefined
      : path.posix.normalize(out.split(path.sep).join('/')).replace(/\/$/, '')
  const documents = nameDocuments(folder, drawings, manifest.name, target)
  if (config !== undefined && documents.length > 0)
    throw configured(config, documents, hasFetch(manifest))

  const schemas = documents.map((document) => readSchemaFile(folder, document.schemaFile))
  const edited = editCode(folder, files, documents, schemas, compilers)
  const scripts = rewriteScripts(
    manifest,
    calls,
    (drawing) => documents.find((each) => each.drawing === drawing)?.name ?? '',
    documents.length,
  )
  const changes: Change[] = [
    ...edited.changes,
    ...(scripts.edits.length > 0 ? [editOf(manifest.file, manifest.text, scripts.edits)] : []),
    ...(documents.length > 0
      ? [
          {
            kind: 'create',
            file: 'tagwire.config.ts',
            after: configText(documents, hasFetch(manifest)),
          } satisfies Change,
        ]
      : []),
  ]
  const all: Finding[] = [
    ...findings,
    ...edited.findings,
    ...findMentions(folder, files, documents),
    ...defaultsOf(documents, schemas),
  ]
  documents.forEach((document, index) => {
    const removed = removal(document, schemas[index], edited.kept)
    if (removed === undefined) return
    if ('todo' in removed) all.push(removed)
    else changes.push(removed)
  })
  return {
    documents: documents.map(({ name, spec, schemaFile, out }) => ({
      name,
      spec,
      schemaFile,
      out,
    })),
    changes: changes.sort((left, right) => compareText(left.file, right.file)),
    rewrites: [...edited.rewrites, ...scripts.rewrites].sort(byLocation),
    findings: all.sort(byLocation),
    warnings: compilers.warnings,
    next: documents.length === 0 ? [] : nextSteps(folder, manifest, documents, all),
  }
}

function hasFetch({ dependencies }: Manifest): boolean {
  return dependencies.has('openapi-fetch')
}

/** The file of openapi-typescript goes if nothing needs it and nobody wrote it by hand. */
function removal(
  { schemaFile, out }: NamedDocument,
  schema: SchemaFile | undefined,
  kept: ReadonlySet<string>,
): Change | Finding | undefined {
  if (schema?.text === undefined) return undefined
  if (schema.isGenerated && !kept.has(schemaFile)) {
    return { kind: 'delete', file: schemaFile, before: schema.text }
  }
  return {
    kind: 'by-hand',
    location: { file: schemaFile, line: 1, column: 1 },
    what: schemaFile,
    todo: schema.isGenerated
      ? `Delete it when nothing imports it any more: ${out} replaces it.`
      : 'It does not say that openapi-typescript wrote it, so it stays. Delete it if nobody changed it.',
  }
}

/** Properties whose type changes, by `defaultNonNullable`. */
function defaultsOf(
  documents: readonly NamedDocument[],
  schemas: readonly SchemaFile[],
): Finding[] {
  return documents.flatMap(({ schemaFile }, index): Finding[] => {
    const { text, defaults } = schemas[index] ?? {}
    const [first] = defaults ?? []
    if (text === undefined || defaults === undefined || !first) return []
    const names = defaults.map(({ name }) => name)
    const shown = `${names.slice(0, 8).join(', ')}${names.length > 8 ? ', …' : ''}`
    return [
      {
        kind: 'differs',
        location: locationIn(schemaFile, text, first.offset),
        what: `${names.length} ${names.length === 1 ? 'property' : 'properties'} with a default: ${shown}`,
        todo: 'Optional in the generated types, unless the document requires it. The compiler shows where that matters; `required` in the document or in an overlay makes it required again.',
      },
    ]
  })
}

function nextSteps(
  folder: string,
  manifest: Manifest,
  documents: readonly NamedDocument[],
  findings: readonly Finding[],
): string[] {
  const { add, remove, run } = managerOf(folder)
  const isDone = !findings.some(
    ({ kind, what }) => kind === 'by-hand' && /openapi-typescript/.test(what),
  )
  const fetch = hasFetch(manifest)
  return [
    add('tagwire', true),
    ...(fetch ? [add('@tagwire/runtime', false)] : []),
    ...(isDone && manifest.dependencies.has('openapi-typescript')
      ? [remove('openapi-typescript')]
      : []),
    ...(documents.some(({ spec }) => isUrl(spec)) ? [run('tagwire update')] : []),
    run('tagwire generate'),
    ...(fetch ? ['npx @tagwire/migrate --calls'] : []),
  ]
}

function nothingFound(
  folder: string,
  files: readonly string[],
  manifest: Manifest,
): MigrationError {
  const others = files.filter((file) => {
    if (!/\/package\.json$/.test(file)) return false
    try {
      const inner = parseManifest(file, readFileSync(path.join(folder, file), 'utf8'))
      return findDocuments(path.join(folder, path.posix.dirname(file)), inner).drawings.length > 0
    } catch (error) {
      if (error instanceof MigrationError) return false
      throw error
    }
  })
  const hasIt = manifest.dependencies.has('openapi-typescript')
  const [first] = others
  return new MigrationError({
    code: 'TM1005',
    message: `No script of package.json calls openapi-typescript${hasIt ? ', though it is among the dependencies' : ''}`,
    help: first
      ? `These packages do: ${others.map((file) => path.posix.dirname(file)).join(', ')}. Try \`npx @tagwire/migrate ${path.posix.dirname(first)}\`.`
      : 'Start with `npx tagwire init DOCUMENT`, and import from the generated `./schema` in place of your file.',
  })
}

function configured(
  config: string,
  documents: readonly NamedDocument[],
  fetch: boolean,
): MigrationError {
  const entries = configText(documents, fetch).split('\n').slice(4, -3).join('\n')
  return new MigrationError({
    code: 'TM1006',
    message: `${config} exists, and a script of package.json still calls openapi-typescript`,
    location: { file: config, line: 1, column: 1 },
    help: `It is not changed. Add this to its \`packages\`, and call \`tagwire generate\` in the script:\n${entries}`,
  })
}
