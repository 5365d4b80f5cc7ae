import { type ImportDeclaration, Node, type SourceFile } from 'ts-morph'
import { compareText, type Edit } from '../plan.js'
import type { FetchClient } from './fetch-clients.js'

/** The imports of a file whose clients are replaced: what nothing uses any more goes. */
export function clientImports(source: SourceFile, clients: readonly FetchClient[]): Edit[] {
  const own = clients.filter(({ declaration }) => declaration.getSourceFile() === source)
  if (own.length === 0) return []
  const edits: Edit[] = []
  const fetch = source.getImportDeclaration('openapi-fetch')
  const create = fetch?.getDefaultImport()
  const creates = own.map(({ call }) => call.getExpression())
  if (fetch && create && isUnused(source, create, creates)) {
    const names = fetch.getNamedImports().map((each) => each.getText())
    edits.push(names.length > 0 ? withNames(fetch, names) : removal(fetch))
  }
  for (const specifier of new Set(own.map((each) => each.specifier))) {
    const schema = source.getImportDeclaration(specifier)
    if (!schema) continue
    const some = own.filter((each) => each.specifier === specifier)
    const types = some.flatMap(({ call }) => call.getTypeArguments())
    const kept = schema.getNamedImports().filter((each) => {
      const local = each.getAliasNode() ?? each.getNameNode()
      return (
        each.getName() !== 'paths' || !Node.isIdentifier(local) || !isUnused(source, local, types)
      )
    })
    const quote = schema.getModuleSpecifier().getText()[0] === '"' ? '"' : "'"
    const end = schema.getText().endsWith(';') ? ';' : ''
    const created = [...new Set(some.map(({ generated }) => generated.create))].sort(compareText)
    const index = specifier.replace(/\/schema(\.\w+)?$/, (_, extension?: string) =>
      extension === undefined ? '' : `/index${extension}`,
    )
    const added = `import { ${created.join(', ')} } from ${quote}${index}${quote}${end}`
    const rest =
      kept.length > 0
        ? `\n${
            withNames(
              schema,
              kept.map((each) => each.getText()),
            ).text
          }`
        : ''
    edits.push({ start: schema.getStart(), end: schema.getEnd(), text: `${added}${rest}` })
  }
  return edits
}

/** Whether an import is only used in nodes that are replaced. */
function isUnused(source: SourceFile, local: Node, replaced: readonly Node[]): boolean {
  return source
    .getDescendants()
    .every(
      (node) =>
        !Node.isIdentifier(node) ||
        node === local ||
        node.getText() !== local.getText() ||
        isOuterName(node) ||
        replaced.some((each) => each === node || each.getDescendants().includes(node)),
    )
}

/** The name that another module has for what is called something else here. */
function isOuterName(node: Node): boolean {
  const parent = node.getParent()
  return (
    Node.isImportSpecifier(parent) &&
    parent.getAliasNode() !== undefined &&
    parent.getNameNode() === node
  )
}

function withNames(declaration: ImportDeclaration, names: readonly string[]): Edit {
  const keyword = declaration.isTypeOnly() ? 'import type' : 'import'
  const end = declaration.getText().endsWith(';') ? ';' : ''
  const from = declaration.getModuleSpecifier().getText()
  return {
    start: declaration.getStart(),
    end: declaration.getEnd(),
    text: `${keyword} { ${names.join(', ')} } from ${from}${end}`,
  }
}

/** With the line that it is on. */
function removal(declaration: ImportDeclaration): Edit {
  const text = declaration.getSourceFile().getFullText()
  const end = declaration.getEnd()
  const [line = ''] = /^[ \t]*\r?\n/.exec(text.slice(end)) ?? []
  return { start: declaration.getStart(), end: end + line.length, text: '' }
}
