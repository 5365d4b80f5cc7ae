// Writes a program that uses everything a module exports: every type named, every value touched.
import ts from 'typescript'

/** `specifier` as seen from `file`, which need not exist. */
export function usageOf(specifiers, file, options) {
  const host = ts.createCompilerHost(options)
  const imports = specifiers.map((specifier, at) => `import * as m${at} from '${specifier}'`)
  const read = host.getSourceFile
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, imports.join('\n'), ts.ScriptTarget.ES2022, true)
      : read.call(host, name, ...rest)
  const program = ts.createProgram([file], options, host)
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const lines = [...imports]
  source.statements.filter(ts.isImportDeclaration).forEach((statement, at) => {
    const module = checker.getSymbolAtLocation(statement.moduleSpecifier)
    if (!module) throw new Error(`Not found: ${specifiers[at]}`)
    for (const symbol of checker.getExportsOfModule(module)) lines.push(...useOf(symbol, `m${at}`))
  })
  return `${lines.join('\n')}\n`

  function useOf(symbol, module) {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    const name = `${module}.${symbol.name}`
    const id = `${module}_${symbol.name}`
    const used = []
    if (target.flags & ts.SymbolFlags.Type)
      used.push(`export declare const t_${id}: ${name}${argumentsOf(target)}`)
    if (target.flags & ts.SymbolFlags.Value) used.push(`export const v_${id} = ${name}`)
    return used
  }

  function argumentsOf(symbol) {
    const parameters =
      symbol.declarations?.find((each) => each.typeParameters)?.typeParameters ?? []
    const needed = parameters.filter((each) => !each.default).length
    return needed > 0 ? `<${Array(needed).fill('any').join(', ')}>` : ''
  }
}

/** The same for one interface full of types, which is what openapi-typescript makes. */
export function membersOf(file, interfaces) {
  const program = ts.createProgram([file], { skipLibCheck: true, noLib: true, types: [] })
  const checker = program.getTypeChecker()
  const module = checker.getSymbolAtLocation(program.getSourceFile(file))
  const found = []
  for (const [name, inner] of interfaces) {
    const symbol = checker.getExportsOfModule(module).find((each) => each.name === name)
    let type = checker.getDeclaredTypeOfSymbol(symbol)
    if (inner) type = checker.getTypeOfSymbol(type.getProperty(inner))
    const base = inner ? `${name}['${inner}']` : name
    for (const property of type.getProperties()) found.push(`${base}['${property.name}']`)
  }
  return found
}
