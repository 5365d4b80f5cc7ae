import { createRequire } from 'node:module'
import type TypeScript from 'typescript'

export type { default as Compiler } from 'typescript'

/**
 * The compiler is a script of nine megabytes. Loaded as what it is, it is read once; imported as a
 * module, its text is searched twice more, for its form and for the names of its exports.
 */
export const compiler: typeof TypeScript = createRequire(import.meta.url)('typescript')

/** What stands in a text, as the compiler reads it. */
export interface CompiledText {
  readonly types: readonly string[]
  readonly values: readonly string[]
  readonly faults: readonly ModuleFault[]
}

export interface ModuleFault {
  readonly message: string
  readonly line: number
}

export function compileText(path: string, text: string): CompiledText {
  const types = new Set<string>()
  const values = new Set<string>()
  const file = parse(path, text)
  addExports(file, types, values)
  return { types: [...types], values: [...values], faults: syntaxFaults(file) }
}

function parse(path: string, text: string): TypeScript.SourceFile {
  return compiler.createSourceFile(path, text, {
    languageVersion: compiler.ScriptTarget.ES2022,
    // Comments are most of the text and say nothing that is asked for here.
    jsDocParsingMode: compiler.JSDocParsingMode.ParseNone,
  })
}

/** Overloads of one function are one export. */
function addExports(file: TypeScript.SourceFile, types: Set<string>, values: Set<string>): void {
  for (const statement of file.statements) {
    if (!isExported(statement)) continue
    if (compiler.isVariableStatement(statement)) {
      for (const { name } of statement.declarationList.declarations) {
        if (compiler.isIdentifier(name)) values.add(name.text)
      }
    } else if (
      compiler.isFunctionDeclaration(statement) ||
      compiler.isClassDeclaration(statement)
    ) {
      if (statement.name) values.add(statement.name.text)
    } else if (
      compiler.isInterfaceDeclaration(statement) ||
      compiler.isTypeAliasDeclaration(statement)
    ) {
      types.add(statement.name.text)
    }
  }
}

function isExported(statement: TypeScript.Statement): boolean {
  const modifiers = compiler.canHaveModifiers(statement)
    ? compiler.getModifiers(statement)
    : undefined
  return modifiers?.some(({ kind }) => kind === compiler.SyntaxKind.ExportKeyword) ?? false
}

/** A program of one file that looks nothing up is how the compiler tells what it found in parsing. */
function syntaxFaults(file: TypeScript.SourceFile): ModuleFault[] {
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
  const program = compiler.createProgram({
    rootNames: [file.fileName],
    options: { noLib: true, noResolve: true, types: [], target: compiler.ScriptTarget.ES2022 },
    host,
  })
  return program.getSyntacticDiagnostics(file).map(({ messageText, start }) => ({
    message: compiler.flattenDiagnosticMessageText(messageText, ' '),
    line: compiler.getLineAndCharacterOfPosition(file, start).line + 1,
  }))
}

/** A name where a type is expected, for who draws with the compiler's own nodes. */
export function typeReference(name: string): TypeScript.TypeNode {
  return compiler.factory.createTypeReferenceNode(name)
}
