import { createRequire } from 'node:module'
import type TypeScript from 'typescript'

/**
 * The compiler is a script of nine megabytes. Loaded as what it is, it is read once; imported as a
 * module, its text is searched twice more, for its form and for the names of its exports.
 */
const ts: typeof TypeScript = createRequire(import.meta.url)('typescript')

/** What a generated module offers, and whether it parses at all. */
export interface ParsedModule {
  readonly types: readonly string[]
  readonly values: readonly string[]
  readonly faults: readonly { readonly message: string; readonly line: number }[]
}

/**
 * Reads generated text back. Text that does not parse is our own fault and must never be written;
 * what a module exports is taken from what stands there, so that an index cannot disagree with it.
 */
export function readModule(path: string, text: string): ParsedModule {
  const options = {
    languageVersion: ts.ScriptTarget.ES2022,
    // Comments are most of the text and say nothing that is asked for here.
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  }
  const file = ts.createSourceFile(path, text, options)
  return { ...exportedNames(file), faults: syntaxFaults(file) }
}

function exportedNames(file: TypeScript.SourceFile): Pick<ParsedModule, 'types' | 'values'> {
  const types = new Set<string>()
  // Overloads of one function are one export.
  const values = new Set<string>()
  for (const statement of file.statements) {
    if (!isExported(statement)) continue
    if (ts.isVariableStatement(statement)) {
      for (const { name } of statement.declarationList.declarations) {
        if (ts.isIdentifier(name)) values.add(name.text)
      }
    } else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
      if (statement.name) values.add(statement.name.text)
    } else if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) {
      types.add(statement.name.text)
    }
  }
  return { types: [...types], values: [...values] }
}

function isExported(statement: TypeScript.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false
}

/** A program of one file that looks nothing up is how the compiler tells what it found in parsing. */
function syntaxFaults(file: TypeScript.SourceFile): ParsedModule['faults'] {
  const host: TypeScript.CompilerHost = {
    getSourceFile: (name) => (name === file.fileName ? file : undefined),
    fileExists: (name) => name === file.fileName,
    readFile: () => undefined,
    writeFile: () => undefined,
    getDefaultLibFileName: () => '',
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
    useCaseSensitiveFileNames: () => true,
  }
  const program = ts.createProgram({
    rootNames: [file.fileName],
    options: { noLib: true, noResolve: true, types: [], target: ts.ScriptTarget.ES2022 },
    host,
  })
  return program.getSyntacticDiagnostics(file).map(({ messageText, start }) => ({
    message: ts.flattenDiagnosticMessageText(messageText, ' '),
    line: ts.getLineAndCharacterOfPosition(file, start).line + 1,
  }))
}

/** A name where a type is expected, for who draws with the compiler's own nodes. */
export function typeReference(name: string): TypeScript.TypeNode {
  return ts.factory.createTypeReferenceNode(name)
}
