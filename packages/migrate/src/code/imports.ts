import {
  type CallExpression,
  type ExportDeclaration,
  type ImportDeclaration,
  type ImportTypeNode,
  Node,
} from 'ts-morph'
import { type Edit, type Finding, locationIn, type Rewrite } from '../plan.js'
import { type SchemaFile, SHARED } from './schema-file.js'
import type { CodeFile } from './sources.js'
import { oneLine } from './uses.js'

/** A file of openapi-typescript that an import leads to, and the specifier of the generated one. */
export interface Target {
  readonly schemaFile: string
  readonly schema: SchemaFile
  readonly specifier: string
}

export interface ImportEdits {
  readonly edits: readonly Edit[]
  readonly rewrites: readonly Rewrite[]
  readonly findings: readonly Finding[]
}

/** Rewrites imports of the files of openapi-typescript; `targetOf` says which specifiers mean one. */
export function rewriteImports(
  code: CodeFile,
  targetOf: (specifier: string) => Target | undefined,
): ImportEdits {
  const edits: Edit[] = []
  const rewrites: Rewrite[] = []
  const findings: Finding[] = []
  const done = (node: Node, specifier: string): void => {
    const location = locationIn(code.file, code.text, node.getStart())
    rewrites.push({ location, what: `import from '${specifier}'` })
  }
  const byHand = (node: Node, what: string, todo: string): void => {
    findings.push({
      kind: 'by-hand',
      location: locationIn(code.file, code.text, node.getStart()),
      what: oneLine(what),
      todo,
    })
  }
  const specify = (literal: Node, specifier: string): void => {
    const quote = literal.getText()[0] === '"' ? '"' : "'"
    edits.push({
      start: literal.getStart(),
      end: literal.getEnd(),
      text: `${quote}${specifier}${quote}`,
    })
    done(literal, specifier)
  }
  const context: Context = { code, edits, specify, byHand }
  for (const declaration of code.source.getImportDeclarations()) {
    const target = targetOf(declaration.getModuleSpecifierValue())
    if (target) rewriteImport(declaration, target, context)
  }
  for (const declaration of code.source.getExportDeclarations()) {
    const target = targetOf(declaration.getModuleSpecifierValue() ?? '')
    if (target) rewriteExport(declaration, target, context)
  }
  code.source.forEachDescendant((node) => {
    if (Node.isImportTypeNode(node)) rewriteImportType(node, targetOf, context)
    else if (Node.isCallExpression(node)) reportCall(node, targetOf, context)
  })
  return { edits, rewrites, findings }
}

interface Context {
  readonly code: CodeFile
  readonly edits: Edit[]
  readonly specify: (literal: Node, specifier: string) => void
  readonly byHand: (node: Node, what: string, todo: string) => void
}

function rewriteImport(declaration: ImportDeclaration, target: Target, context: Context): void {
  const literal = declaration.getModuleSpecifier()
  const namespace = declaration.getNamespaceImport()
  if (declaration.getDefaultImport()) {
    context.byHand(
      declaration,
      declaration.getText(),
      `The file has no default export. Import from '${target.specifier}' by name.`,
    )
    return
  }
  if (namespace) {
    const used = membersOf(context.code, namespace.getText())
    const strangers = used?.filter((name) => !SHARED.has(name))
    if (strangers?.length === 0) context.specify(literal, target.specifier)
    else
      context.byHand(
        declaration,
        declaration.getText(),
        `Import the names that are used from '${target.specifier}'${strangers ? `; it has no ${strangers.join(', ')}` : ''}.`,
      )
    return
  }
  const named = declaration.getNamedImports()
  const sure = named.filter((each) => SHARED.has(each.getName()))
  const roots = named.filter((each) => target.schema.rootTypes.has(each.getName()))
  const others = named.filter((each) => !sure.includes(each) && !roots.includes(each))
  for (const each of others) {
    context.byHand(each, each.getText(), otherNameTodo(each.getName(), target))
  }
  if (others.length === 0 && roots.length === 0) context.specify(literal, target.specifier)
  else if (sure.length + roots.length > 0)
    splitImport(declaration, target, { sure, roots, others }, context)
}

type Named = ReturnType<ImportDeclaration['getNamedImports']>

/** One import becomes two, or an import and the types that `--root-types` exported. */
function splitImport(
  declaration: ImportDeclaration,
  target: Target,
  { sure, roots, others }: { readonly sure: Named; readonly roots: Named; readonly others: Named },
  { code, edits, specify }: Context,
): void {
  const literal = declaration.getModuleSpecifier()
  const quote = literal.getText()[0] === '"' ? '"' : "'"
  const end = declaration.getText().endsWith(';') ? ';' : ''
  const own = sure.find((each) => each.getName() === 'components')
  const isBound =
    !own &&
    code.source
      .getDescendants()
      .some((node) => Node.isIdentifier(node) && node.getText() === 'components')
  const local = own?.getAliasNode()?.getText() ?? 'components'
  const home = isBound ? `import(${quote}${target.specifier}${quote}).components` : local
  const names = sure.map((each) =>
    each.isTypeOnly() ? `type ${each.getText().replace(/^type /, '')}` : each.getText(),
  )
  if (roots.length > 0 && !own && !isBound) names.push('components')
  const keyword =
    declaration.isTypeOnly() || (roots.length > 0 && !own && sure.length === 0)
      ? 'import type'
      : 'import'
  const from = (specifier: string): string => `from ${quote}${specifier}${quote}${end}`
  const lines = [
    ...(names.length > 0 ? [`${keyword} { ${names.join(', ')} } ${from(target.specifier)}`] : []),
    ...(others.length > 0
      ? [
          `${declaration.isTypeOnly() ? 'import type' : 'import'} { ${others.map((each) => each.getText()).join(', ')} } ${from(declaration.getModuleSpecifierValue())}`,
        ]
      : []),
  ]
  const aliases = roots.map((each) => {
    const type = (target.schema.rootTypes.get(each.getName()) ?? '').replace(/^components/, home)
    return `type ${each.getAliasNode()?.getText() ?? each.getName()} = ${type}${end}`
  })
  specify(literal, target.specifier)
  edits.pop()
  const last = code.source.getImportDeclarations().at(-1)
  const isLast = last === declaration
  const gap = lines.length > 0 ? [''] : []
  const below = aliases.length > 0 && isLast ? [...gap, ...aliases] : []
  edits.push({
    start: declaration.getStart(),
    end: declaration.getEnd(),
    text: [...lines, ...below].join('\n'),
  })
  if (aliases.length > 0 && last && !isLast) {
    // One edit after the last import, unless another declaration has put its types there already.
    const at = last.getEnd()
    edits.push({ start: at, end: at, text: `\n\n${aliases.join('\n')}` })
  }
}

function otherNameTodo(name: string, { specifier, schema }: Target): string {
  const index = specifier.replace(/\/schema(\.\w+)?$/, (_, extension: string = '') =>
    extension === '' ? '' : `/index${extension}`,
  )
  return schema.others.has(name)
    ? `'${specifier}' does not have it. For an enum, import the object of the same name from '${index}' (\`enumObjects: true\` in the configuration); its members are named in Pascal case.`
    : `The file of openapi-typescript has no export of this name, and '${specifier}' neither.`
}

function rewriteExport(declaration: ExportDeclaration, target: Target, context: Context): void {
  const literal = declaration.getModuleSpecifier()
  if (!literal) return
  const names = declaration.getNamedExports().map((each) => each.getName())
  const { rootTypes, others } = target.schema
  const strangers =
    names.length > 0 ? names.filter((name) => !SHARED.has(name)) : [...rootTypes.keys(), ...others]
  if (strangers.length === 0) context.specify(literal, target.specifier)
  else
    context.byHand(
      declaration,
      declaration.getText(),
      `'${target.specifier}' has no ${strangers.slice(0, 5).join(', ')}${strangers.length > 5 ? ', …' : ''}. Export the types that are used from the generated index.`,
    )
}

function rewriteImportType(
  node: ImportTypeNode,
  targetOf: (specifier: string) => Target | undefined,
  { specify, byHand }: Context,
): void {
  const argument = node.getArgument()
  const literal = Node.isLiteralTypeNode(argument) ? argument.getLiteral() : undefined
  if (!Node.isStringLiteral(literal)) return
  const target = targetOf(literal.getLiteralValue())
  if (!target) return
  const name = node.getQualifier()?.getText().replace(/\..*$/s, '')
  if (name !== undefined && SHARED.has(name)) specify(literal, target.specifier)
  else byHand(node, node.getText(), `Name a type of '${target.specifier}'.`)
}

/** `import('./schema')`, `require('./schema')`, `vi.mock('./schema')` */
function reportCall(
  node: CallExpression,
  targetOf: (specifier: string) => Target | undefined,
  { byHand }: Context,
): void {
  const [first] = node.getArguments()
  if (!Node.isStringLiteral(first)) return
  const callee = node.getExpression().getText()
  if (!/^(?:import|require|(?:vi|jest)\.\w+)$/.test(callee)) return
  const target = targetOf(first.getLiteralValue())
  if (target)
    byHand(node, node.getText(), `The generated file is '${target.specifier}'. It has only types.`)
}

/** The members of a namespace that a file uses, or undefined if the namespace itself goes somewhere. */
function membersOf({ source }: CodeFile, namespace: string): string[] | undefined {
  const names: string[] = []
  for (const node of source.getDescendants()) {
    if (!Node.isIdentifier(node) || node.getText() !== namespace) continue
    const parent = node.getParent()
    if (Node.isNamespaceImport(parent)) continue
    if (Node.isQualifiedName(parent) && parent.getLeft() === node)
      names.push(parent.getRight().getText())
    else if (Node.isPropertyAccessExpression(parent) && parent.getExpression() === node)
      names.push(parent.getName())
    else if (!Node.isPropertyAccessExpression(parent) && !Node.isQualifiedName(parent))
      return undefined
  }
  return names
}
