import path from 'node:path'
import { type Change, editOf, type Finding, type Rewrite } from '../plan.js'
import type { NamedDocument } from '../project/names.js'
import type { readCompilers } from '../project/tsconfig.js'
import { rewriteImports, type Target } from './imports.js'
import { createResolver, newSpecifier } from './resolve.js'
import type { SchemaFile } from './schema-file.js'
import { readSources } from './sources.js'
import { findUses } from './uses.js'

export interface EditedCode {
  readonly changes: readonly Change[]
  readonly rewrites: readonly Rewrite[]
  readonly findings: readonly Finding[]
  /** Files of openapi-typescript that something still needs. */
  readonly kept: ReadonlySet<string>
}

/** Imports of the generated types in place of the files of openapi-typescript, in all code of a project. */
export function editCode(
  folder: string,
  files: readonly string[],
  documents: readonly NamedDocument[],
  schemas: readonly SchemaFile[],
  compilers: ReturnType<typeof readCompilers>,
): EditedCode {
  const absolute = (file: string): string => path.normalize(path.join(folder, file))
  const generated = (document: NamedDocument): string => absolute(`${document.out}/schema.ts`)
  const supposed = documents.flatMap((each) => [absolute(each.schemaFile), generated(each)])
  const resolver = createResolver(compilers, supposed)
  const stems = documents.map(({ schemaFile }) =>
    path.posix.basename(schemaFile).replace(/(?:\.d)?\.\w+$/, ''),
  )
  const own = new Set(documents.map(({ schemaFile }) => schemaFile))
  const changes: Change[] = []
  const rewrites: Rewrite[] = []
  const findings: Finding[] = []
  const kept = new Set<string>()
  for (const code of readSources(folder, files, [...stems, ...compilers.aliasesOf(stems)])) {
    if (own.has(code.file)) continue
    const from = absolute(code.file)
    const named = new Set<string>()
    const targetOf = (specifier: string): Target | undefined => {
      if (specifier === '') return undefined
      const found = resolver.resolve(specifier, from)
      const index = documents.findIndex((each) => absolute(each.schemaFile) === found)
      const [document, schema] = [documents[index], schemas[index]]
      if (!document || !schema || found === undefined) return undefined
      named.add(document.schemaFile)
      const way = { from, old: found, target: generated(document) }
      return {
        schemaFile: document.schemaFile,
        schema,
        specifier: newSpecifier(specifier, way, resolver),
      }
    }
    const result = rewriteImports(code, targetOf)
    if (result.edits.length > 0) changes.push(editOf(code.file, code.text, result.edits))
    // Somebody has to decide first, so the file stays.
    if (result.findings.length > 0) for (const file of named) kept.add(file)
    rewrites.push(...result.rewrites)
    findings.push(...result.findings, ...findUses(code))
  }
  return { changes, rewrites, findings, kept }
}
