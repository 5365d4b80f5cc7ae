import { type Compiler, compiler } from './compiler.js'

/** A node that is not printed here. */
class Unknown extends Error {}

/**
 * Prints types that were drawn with the compiler's nodes, two spaces a step, in a quarter of the time that
 * the compiler's own printer takes, which leads each node through stages for comments, substitution and
 * source maps. Forms that are rare are left to it.
 */
export function nodesText(
  nodes: readonly Compiler.Node[],
  printed: (nodes: readonly Compiler.Node[]) => string,
): string {
  try {
    return nodes.map((node) => `${statementText(node)}\n`).join('')
  } catch (error) {
    if (!(error instanceof Unknown)) throw error
    return printed(nodes).replace(/^(?: {4})+/gm, (margin) => ' '.repeat(margin.length / 2))
  }
}

function statementText(node: Compiler.Node): string {
  if (compiler.isInterfaceDeclaration(node) && plain(node) && !node.heritageClauses) {
    return `export interface ${node.name.text} ${membersText(node.members, '')}`
  }
  if (compiler.isTypeAliasDeclaration(node) && plain(node)) {
    return `export type ${node.name.text} = ${typeText(node.type, '')};`
  }
  throw new Unknown()
}

/** Exported, and nothing else is said of it. */
function plain(node: Compiler.InterfaceDeclaration | Compiler.TypeAliasDeclaration): boolean {
  const [first, ...others] = node.modifiers ?? []
  const exported = first?.kind === compiler.SyntaxKind.ExportKeyword && others.length === 0
  return exported && !node.typeParameters && !compiler.getSyntheticLeadingComments(node)
}

function membersText(members: readonly Compiler.TypeElement[], margin: string): string {
  if (members.length === 0) return '{}'
  const inner = `${margin}  `
  const lines = members.map(
    (member) => `${commentsText(member, inner)}${memberText(member, inner)};\n`,
  )
  return `{\n${lines.join('')}${margin}}`
}

function memberText(member: Compiler.TypeElement, margin: string): string {
  if (compiler.isPropertySignature(member) && member.type && !member.modifiers?.length) {
    const optional = member.questionToken ? '?' : ''
    return `${margin}${nameText(member.name)}${optional}: ${typeText(member.type, margin)}`
  }
  if (compiler.isIndexSignatureDeclaration(member) && !member.modifiers?.length) {
    const [parameter] = member.parameters
    if (parameter?.type && compiler.isIdentifier(parameter.name)) {
      const key = `[${parameter.name.text}: ${typeText(parameter.type, margin)}]`
      return `${margin}${key}: ${typeText(member.type, margin)}`
    }
  }
  throw new Unknown()
}

/** Each of its lines has a star, as a comment's of ours has. */
const COMMENT = /^\*[^\n\r\u2028\u2029]*(?:\n \*[^\n\r\u2028\u2029]*)*(?:\n )?$/

function commentsText(node: Compiler.Node, margin: string): string {
  const comments = compiler.getSyntheticLeadingComments(node) ?? []
  return comments
    .map(({ text }) => {
      if (!COMMENT.test(text)) throw new Unknown()
      const [first = '', ...others] = `/*${text}*/`.split('\n')
      const lines = [
        `${margin}${first.trim()}`,
        ...others.map((line) => `${margin} ${line.trim()}`),
      ]
      return `${lines.join('\n')}\n`
    })
    .join('')
}

function nameText(name: Compiler.PropertyName): string {
  if (compiler.isIdentifier(name) || compiler.isNumericLiteral(name)) return name.text
  if (compiler.isStringLiteral(name)) return quoted(name.text)
  throw new Unknown()
}

const PLAIN = /^[ !#-[\]-~]*$/

function quoted(text: string): string {
  if (!PLAIN.test(text)) throw new Unknown()
  return `"${text}"`
}

function typeText(node: Compiler.TypeNode, margin: string): string {
  const text = (inner: Compiler.TypeNode): string => typeText(inner, margin)
  if (compiler.isTypeLiteralNode(node)) return membersText(node.members, margin)
  if (compiler.isIndexedAccessTypeNode(node)) {
    return `${text(node.objectType)}[${text(node.indexType)}]`
  }
  if (compiler.isLiteralTypeNode(node)) return literalText(node.literal)
  if (compiler.isTypeReferenceNode(node) && compiler.isIdentifier(node.typeName)) {
    const given = node.typeArguments?.map(text).join(', ')
    return given === undefined ? node.typeName.text : `${node.typeName.text}<${given}>`
  }
  if (compiler.isArrayTypeNode(node)) return `${text(node.elementType)}[]`
  if (compiler.isUnionTypeNode(node)) return node.types.map(text).join(' | ')
  if (compiler.isIntersectionTypeNode(node)) return node.types.map(text).join(' & ')
  if (compiler.isParenthesizedTypeNode(node)) return `(${text(node.type)})`
  return keywordText(node)
}

function literalText(node: Compiler.LiteralTypeNode['literal']): string {
  if (compiler.isStringLiteral(node)) return quoted(node.text)
  if (compiler.isNumericLiteral(node)) return node.text
  return keywordText(node)
}

/** `string`, `null`, and all that is one word. */
function keywordText({ kind }: Compiler.Node): string {
  const word = compiler.tokenToString(kind)
  if (word === undefined) throw new Unknown()
  return word
}
