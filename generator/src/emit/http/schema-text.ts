import { createRequire } from 'node:module'
import type TypeScript from 'typescript'
import { docComment } from '../typescript/doc.js'
import { literal } from '../typescript/text.js'

export type { default as Compiler } from 'typescript'

/**
 * The compiler is a script of nine megabytes. Loaded with `require`, it is read once; imported as a module,
 * its text would be scanned twice more.
 */
export const compiler: typeof TypeScript = createRequire(import.meta.url)('typescript')

/** A name where a type is expected. */
export function typeReference(name: string): TypeScript.TypeNode {
  return compiler.factory.createTypeReferenceNode(name)
}

/** A declaration as text; an interface by its members, so that those of several drawings can stand in one. */
export interface Drawn {
  readonly name: string
  readonly text: string
  readonly isMembers: boolean
}

/**
 * The text of what openapi-typescript draws, a function for each kind of node. The compiler's own printer
 * takes eight times as long; it prints the kinds that are rare.
 */
export function textsOf(nodes: readonly TypeScript.Node[]): Drawn[] {
  return nodes.map((node): Drawn => {
    if (compiler.isInterfaceDeclaration(node) && isPlain(node) && !node.heritageClauses) {
      const text = node.members.map(memberText).join('')
      return { name: node.name.text, text, isMembers: true }
    }
    if (compiler.isTypeAliasDeclaration(node) && isPlain(node)) {
      const name = node.name.text
      return { name, text: `export type ${name} = ${typeText(node.type)}`, isMembers: false }
    }
    const text = byCompiler(node)
    return { name: text, text, isMembers: false }
  })
}

/** Several drawings as one: interfaces of the same name become one with the members of all. */
export function merged(drawings: readonly (readonly Drawn[])[]): string[] {
  const members = new Map<string, string[]>()
  const others = new Map<string, string>()
  const names = new Set<string>()
  for (const { name, text, isMembers } of drawings.flat()) {
    names.add(name)
    const known = members.get(name)
    if (!isMembers) {
      if (!others.has(name)) others.set(name, text)
    } else if (known) known.push(text)
    else members.set(name, [text])
  }
  return [...names].map((name) => {
    const own = members.get(name)?.join('')
    if (own === undefined) return others.get(name) ?? ''
    return `export interface ${name} ${own === '' ? '{}' : `{\n${own}}`}`
  })
}

/** Exported, without other modifiers. */
function isPlain(node: TypeScript.InterfaceDeclaration | TypeScript.TypeAliasDeclaration): boolean {
  const [first, ...others] = node.modifiers ?? []
  const isExported = first?.kind === compiler.SyntaxKind.ExportKeyword && others.length === 0
  return isExported && !node.typeParameters && !compiler.getSyntheticLeadingComments(node)
}

function membersText(members: readonly TypeScript.TypeElement[]): string {
  return members.length === 0 ? '{}' : `{\n${members.map(memberText).join('')}}`
}

function memberText(member: TypeScript.TypeElement): string {
  if (compiler.isPropertySignature(member) && member.type && !member.modifiers?.length) {
    const name = nameText(member.name)
    if (name !== undefined) {
      const optional = member.questionToken ? '?' : ''
      return `${commentsText(member)}${name}${optional}: ${typeText(member.type)}\n`
    }
  }
  if (compiler.isIndexSignatureDeclaration(member) && !member.modifiers?.length) {
    const [parameter] = member.parameters
    if (parameter?.type && compiler.isIdentifier(parameter.name)) {
      const key = `[${parameter.name.text}: ${typeText(parameter.type)}]`
      return `${commentsText(member)}${key}: ${typeText(member.type)}\n`
    }
  }
  return `${byCompiler(member)}\n`
}

/** Comments as ours are: a star in each line, whatever ends a line in the text. */
function commentsText(node: TypeScript.Node): string {
  const comments = compiler.getSyntheticLeadingComments(node) ?? []
  return comments
    .map(({ text }) => {
      const lines = text
        .split(/\r\n?|[\n\u2028\u2029]/)
        .map((line) => line.replace(/^\s*\*? ?/, ''))
      return docComment([lines.join('\n').trim().replaceAll('*/', '*\\/')])
    })
    .join('')
}

function nameText(name: TypeScript.PropertyName): string | undefined {
  if (compiler.isIdentifier(name) || compiler.isNumericLiteral(name)) return name.text
  return compiler.isStringLiteral(name) ? literal(name.text) : undefined
}

function typeText(node: TypeScript.TypeNode): string {
  if (compiler.isTypeLiteralNode(node)) return membersText(node.members)
  if (compiler.isIndexedAccessTypeNode(node)) {
    return `${typeText(node.objectType)}[${typeText(node.indexType)}]`
  }
  if (compiler.isLiteralTypeNode(node)) return literalText(node.literal)
  if (compiler.isTypeReferenceNode(node) && compiler.isIdentifier(node.typeName)) {
    const given = node.typeArguments?.map(typeText).join(', ')
    return given === undefined ? node.typeName.text : `${node.typeName.text}<${given}>`
  }
  if (compiler.isArrayTypeNode(node)) return `${typeText(node.elementType)}[]`
  if (compiler.isUnionTypeNode(node)) return node.types.map(typeText).join(' | ')
  if (compiler.isIntersectionTypeNode(node)) return node.types.map(typeText).join(' & ')
  if (compiler.isParenthesizedTypeNode(node)) return `(${typeText(node.type)})`
  return compiler.tokenToString(node.kind) ?? byCompiler(node)
}

function literalText(node: TypeScript.LiteralTypeNode['literal']): string {
  if (compiler.isStringLiteral(node)) return literal(node.text)
  if (compiler.isNumericLiteral(node)) return node.text
  return compiler.tokenToString(node.kind) ?? byCompiler(node)
}

function byCompiler(node: TypeScript.Node): string {
  const file = compiler.createSourceFile('schema.ts', '', compiler.ScriptTarget.ES2022)
  const printer = compiler.createPrinter()
  return printer.printNode(compiler.EmitHint.Unspecified, node, file)
}
