import { Project, ScriptTarget, type SourceFile, Node as Syntax } from 'ts-morph'

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
export function createModuleReader(): (path: string, text: string) => ParsedModule {
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: { target: ScriptTarget.ES2022, noLib: true, noResolve: true },
  })
  return (path, text) => {
    const file = project.createSourceFile(`/${path}`, text, { overwrite: true })
    const parsed = { ...exportedNames(file), faults: syntaxFaults(project, file) }
    project.removeSourceFile(file)
    return parsed
  }
}

function exportedNames(file: SourceFile): Pick<ParsedModule, 'types' | 'values'> {
  const types: string[] = []
  const values: string[] = []
  for (const statement of file.getStatements()) {
    if (Syntax.isVariableStatement(statement)) {
      if (!statement.isExported()) continue
      values.push(...statement.getDeclarations().map((each) => each.getName()))
    } else if (Syntax.isFunctionDeclaration(statement) || Syntax.isClassDeclaration(statement)) {
      const name = statement.getName()
      if (statement.isExported() && name) values.push(name)
    } else if (
      Syntax.isInterfaceDeclaration(statement) ||
      Syntax.isTypeAliasDeclaration(statement)
    ) {
      if (statement.isExported()) types.push(statement.getName())
    }
  }
  // Overloads of one function are one export.
  return { types: [...new Set(types)], values: [...new Set(values)] }
}

function syntaxFaults(project: Project, file: SourceFile): ParsedModule['faults'] {
  return project
    .getProgram()
    .getSyntacticDiagnostics(file)
    .map((each) => ({
      message: String(each.getMessageText()),
      line: each.getLineNumber() ?? 1,
    }))
}
