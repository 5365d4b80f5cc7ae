import type typescript from '../../../generator/node_modules/typescript/lib/typescript.js'
import { compiler as ts } from '../../property/fixtures/compiler.js'

/** A small change of one expression. `start` and `end` are offsets of what `text` replaces. */
export interface Mutation {
  readonly start: number
  readonly end: number
  readonly text: string
}

const kinds = ts.SyntaxKind

const OPPOSITE = new Map([
  ['===', '!=='],
  ['!==', '==='],
  ['<', '>='],
  ['>=', '<'],
  ['>', '<='],
  ['<=', '>'],
  ['&&', '||'],
  ['||', '&&'],
])

const BOUNDARY = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
])

const QUANTIFIER = new Map([
  ['some', 'every'],
  ['every', 'some'],
])

/** Every mutation of a file. Types, names, strings and imports stay. */
export function mutationsOf(file: string, text: string): Mutation[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Mutation[] = []
  const visit = (node: typescript.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return
    found.push(...mutationsAt(node, source))
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(source, visit)
  return found
}

function mutationsAt(node: typescript.Node, source: typescript.SourceFile): Mutation[] {
  const textOf = (each: typescript.Node): string => each.getText(source)
  const instead = (text: string): Mutation => ({
    start: node.getStart(source),
    end: node.getEnd(),
    text,
  })
  /** The node with one of its parts replaced. */
  const partly = (part: typescript.Node, text: string): Mutation => {
    const [from, to] = [part.getStart(source), part.getEnd()].map(
      (position) => position - node.getStart(source),
    )
    return instead(textOf(node).slice(0, from) + text + textOf(node).slice(to))
  }

  if (ts.isBinaryExpression(node)) {
    const operator = textOf(node.operatorToken)
    if (operator === '??') return [instead(textOf(node.left))]
    const others = [OPPOSITE.get(operator), BOUNDARY.get(operator)].filter(
      (each) => each !== undefined,
    )
    // Brackets, because a language without them refuses `a ?? b || c`, and binds `a && b || c` otherwise.
    return others.map((each) => instead(`(${textOf(node.left)}) ${each} (${textOf(node.right)})`))
  }
  if (isCondition(node)) return [instead('true'), instead('false')]
  if (ts.isPrefixUnaryExpression(node) && node.operator === kinds.ExclamationToken) {
    return [instead(textOf(node.operand))]
  }
  if (node.kind === kinds.TrueKeyword) return [instead('false')]
  if (node.kind === kinds.FalseKeyword) return [instead('true')]
  if (ts.isNumericLiteral(node) && !isName(node)) return [instead(String(Number(node.text) + 1))]
  if (ts.isArrayLiteralExpression(node)) {
    return node.elements.map((dropped) => {
      const rest = node.elements.filter((each) => each !== dropped)
      return instead(`[${rest.map(textOf).join(', ')}]`)
    })
  }
  if (ts.isCallExpression(node)) {
    const callee = node.expression
    const other = ts.isPropertyAccessExpression(callee) && QUANTIFIER.get(callee.name.text)
    if (other) return [partly(callee.name, other)]
    if (ts.isExpressionStatement(node.parent) && callee.kind !== kinds.SuperKeyword) {
      return [instead('undefined')]
    }
  }
  return []
}

/** Where a comparison or a negation decides, inverting it says as much. */
function isCondition(node: typescript.Node): boolean {
  const { parent } = node
  const decides =
    ((ts.isIfStatement(parent) || ts.isWhileStatement(parent)) && parent.expression === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node)
  return decides && !ts.isPrefixUnaryExpression(node)
}

function isName(node: typescript.Node): boolean {
  return ts.isPropertyAssignment(node.parent) && node.parent.name === node
}

/** Statements begin on lines without a semicolon before them, where a bracket would go on with the line before. */
export function statementStarts(file: string, text: string): ReadonlySet<number> {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const starts = new Set<number>()
  const visit = (node: typescript.Node): void => {
    if (ts.isExpressionStatement(node)) starts.add(node.getStart(source))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return starts
}
