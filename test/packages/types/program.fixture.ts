import { createRequire } from 'node:module'
import path from 'node:path'
import type TypeScript from '../../../generator/node_modules/typescript/lib/typescript.js'

/** Version 7, which builds the workspace, has no such interface. */
const require = createRequire(new URL('../../../generator/package.json', import.meta.url))
const typescript: typeof TypeScript = require('typescript')

/** Files of the disk are parsed once: libraries are most of what the compiler reads. */
const parsed = new Map<string, TypeScript.SourceFile | undefined>()

/** A program of one file. Some files have another text than on disk, or are not there. */
export function programOf(
  file: string,
  texts: ReadonlyMap<string, string> = new Map(),
): TypeScript.Program {
  const options: TypeScript.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    target: typescript.ScriptTarget.ES2022,
    module: typescript.ModuleKind.NodeNext,
    moduleResolution: typescript.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2023.d.ts'],
    types: [],
    skipLibCheck: true,
    noEmit: true,
  }
  const host = typescript.createCompilerHost(options)
  const { fileExists, getSourceFile, readFile } = host
  const given = (name: string): string | undefined => texts.get(path.resolve(name))
  host.fileExists = (name) => given(name) !== undefined || fileExists(name)
  host.readFile = (name) => given(name) ?? readFile(name)
  host.getSourceFile = (name, target, ...more) => {
    const text = given(name)
    if (text !== undefined) return typescript.createSourceFile(name, text, target)
    if (!parsed.has(name)) parsed.set(name, getSourceFile(name, target, ...more))
    return parsed.get(name)
  }
  return typescript.createProgram([file], options, host)
}

/** What the compiler reports for the file. */
export function complaintsIn(program: TypeScript.Program, file: string): string[] {
  const source = program.getSourceFile(file)
  return [
    ...program.getSyntacticDiagnostics(source),
    ...program.getSemanticDiagnostics(source),
  ].map(
    ({ code, messageText }) =>
      `TS${code}: ${typescript.flattenDiagnosticMessageText(messageText, ' ')}`,
  )
}
