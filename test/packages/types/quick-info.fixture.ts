import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type TypeScript from '../../../generator/node_modules/typescript/lib/typescript.js'

/** Editors run this compiler; version 7, which builds the workspace, has no such interface. */
const require = createRequire(new URL('../../../generator/package.json', import.meta.url))
const typescript: typeof TypeScript = require('typescript')

const folder = fileURLToPath(new URL('.', import.meta.url))

export interface Editor {
  /** What a hover over a name of the program says, on one line. */
  readonly hover: (name: string) => string
  /** The tags of the comment that the same hover shows. */
  readonly tags: (name: string) => readonly string[]
  /** What completion offers at the mark `|`. */
  readonly completions: () => readonly string[]
}

/** Opens a program as an editor would. */
export function openEditor(text: string): Editor {
  const file = path.join(folder, 'hover.ts')
  const mark = text.indexOf('|HERE|')
  const program = text.replace('|HERE|', '')
  const service = typescript.createLanguageService(hostOf(file, program))
  const infoAt = (name: string): TypeScript.QuickInfo => {
    const at = program.search(new RegExp(`\\b${name}\\b(?=\\W*// hover)`))
    const info = at < 0 ? undefined : service.getQuickInfoAtPosition(file, at)
    if (!info) throw new Error(`Nothing to hover over: ${name}`)
    return info
  }
  return {
    hover: (name) =>
      typescript.displayPartsToString(infoAt(name).displayParts).replace(/\s+/g, ' '),
    tags: (name) =>
      (infoAt(name).tags ?? []).map(
        (tag) => `@${tag.name} ${typescript.displayPartsToString(tag.text)}`,
      ),
    completions: () =>
      (service.getCompletionsAtPosition(file, mark, {})?.entries ?? []).map((entry) => entry.name),
  }
}

function hostOf(file: string, text: string): TypeScript.LanguageServiceHost {
  const options: TypeScript.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    target: typescript.ScriptTarget.ES2022,
    module: typescript.ModuleKind.NodeNext,
    moduleResolution: typescript.ModuleResolutionKind.NodeNext,
    // Most of the work would be to read the library of browsers, which no name here needs.
    lib: ['lib.es2023.d.ts'],
    types: [],
  }
  const { sys } = typescript
  const read = (name: string): string | undefined => (name === file ? text : sys.readFile(name))
  return {
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const found = read(name)
      return found === undefined ? undefined : typescript.ScriptSnapshot.fromString(found)
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: typescript.getDefaultLibFilePath,
    fileExists: (name) => name === file || sys.fileExists(name),
    readFile: read,
    readDirectory: sys.readDirectory,
    directoryExists: sys.directoryExists,
    getDirectories: sys.getDirectories,
  }
}
