import { parse, type SyntaxNode } from '#babel-parser'

export type { SyntaxNode }

/** The statements of a module. Throws where the text is no TypeScript. */
export function parseStatements(text: string): readonly SyntaxNode[] {
  const { program } = parse(text, { sourceType: 'module', plugins: ['typescript'] })
  return nodesIn(program.body)
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/** A field with nodes: a list may have holes, as in `const [, second] = pair`. */
export function nodesIn(value: unknown): readonly SyntaxNode[] {
  return Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []
}

export function nodeIn(node: SyntaxNode, field: string): SyntaxNode | undefined {
  const value = node[field]
  return isNode(value) ? value : undefined
}

/** The name of an identifier, or of a type parameter. */
export function nameOf(node: SyntaxNode | undefined): string {
  const name = node?.name
  return typeof name === 'string' ? name : ''
}

/** Fields of a node that have no code. */
const NO_CODE = new Set(['leadingComments', 'trailingComments', 'innerComments', 'loc', 'extra'])

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.entries(node).flatMap(([field, value]) =>
    NO_CODE.has(field) ? [] : nodesIn(value),
  )
}

export function isFunction({ type }: SyntaxNode): boolean {
  return FUNCTIONS.has(type)
}

const FUNCTIONS = new Set([
  'ArrowFunctionExpression',
  'FunctionDeclaration',
  'FunctionExpression',
  'ObjectMethod',
  'ClassMethod',
  'ClassPrivateMethod',
  'TSDeclareFunction',
  'TSDeclareMethod',
])

/** What a name can mean: a value, a type, or both. */
export type Meaning = number

export const VALUE: Meaning = 1
export const TYPE: Meaning = 2

/** An identifier that a statement declares. */
export interface Binding {
  readonly name: string
  readonly meaning: Meaning
  readonly start: number
  readonly end: number
}

/** The names that one statement declares around it. */
export function bindingsOf(statement: SyntaxNode): readonly Binding[] {
  const named = (meaning: Meaning): readonly Binding[] => {
    const id = nodeIn(statement, 'id')
    return id ? [{ name: nameOf(id), meaning, start: id.start, end: nameEnd(id) }] : []
  }
  switch (statement.type) {
    case 'VariableDeclaration':
      return nodesIn(statement.declarations).flatMap((each) => namesInPattern(nodeIn(each, 'id')))
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
      return named(VALUE)
    case 'ClassDeclaration':
      return named(VALUE | TYPE)
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return named(TYPE)
    default:
      return []
  }
}

/** The names of a parameter or of what is destructured. */
export function namesInPattern(pattern: SyntaxNode | undefined): readonly Binding[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [
        { name: nameOf(pattern), meaning: VALUE, start: pattern.start, end: nameEnd(pattern) },
      ]
    case 'ObjectPattern':
      return nodesIn(pattern.properties).flatMap((each) =>
        namesInPattern(each.type === 'RestElement' ? each : nodeIn(each, 'value')),
      )
    case 'ArrayPattern':
      return nodesIn(pattern.elements).flatMap(namesInPattern)
    case 'AssignmentPattern':
      return namesInPattern(nodeIn(pattern, 'left'))
    case 'RestElement':
      return namesInPattern(nodeIn(pattern, 'argument'))
    default:
      return []
  }
}

/** An identifier ends after its annotation. */
function nameEnd(id: SyntaxNode): number {
  return id.start + nameOf(id).length
}
