import { createRequire } from 'node:module'
import { parseSync } from 'rolldown/utils'
import type TypeScript from '../../generator/node_modules/typescript/lib/typescript.js'

// TypeScript 7, which the repository is checked with, has no parser to call; the generator's has. Its
// own list of syntax errors comes with a type checker only: that is asked of another parser.
const require = createRequire(new URL('../../generator/package.json', import.meta.url))
const ts: typeof TypeScript = require('typescript')

/**
 * What is wrong with a generated module that was made from text nobody can trust: whatever does not
 * parse, and every statement that could do something when the module is loaded.
 */
export function faultsOf(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.TS)
  const syntax = parseSync(path, text).errors.map((each) => each.message)
  return [...syntax, ...file.statements.flatMap(statementFaults), ...strangersIn(file)]
}

/** Nothing generated speaks of these; where they are spoken of, a text has become code. */
const STRANGERS = new Set(['process', 'globalThis', 'eval', 'require', 'alert', 'window'])

function strangersIn(node: TypeScript.Node): string[] {
  const found: string[] = []
  const visit = (each: TypeScript.Node): void => {
    if (ts.isIdentifier(each) && STRANGERS.has(each.text) && !isName(each)) {
      found.push(`the name ${each.text} in: ${each.parent.getText()}`)
    }
    ts.forEachChild(each, visit)
  }
  visit(node)
  return found
}

/** The name of a member says what the wire says, and runs nothing. */
function isName(identifier: TypeScript.Identifier): boolean {
  const { parent } = identifier
  if (ts.isPropertyAccessExpression(parent)) return parent.name === identifier
  return ts.isTypeElement(parent) || ts.isObjectLiteralElement(parent)
    ? parent.name === identifier
    : false
}

function statementFaults(statement: TypeScript.Statement): string[] {
  const inert =
    ts.isImportDeclaration(statement) ||
    ts.isExportDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isFunctionDeclaration(statement)
  if (inert) return []
  if (!ts.isVariableStatement(statement)) return [`a statement: ${statement.getText()}`]
  const { flags, declarations } = statement.declarationList
  if (!(flags & ts.NodeFlags.Const)) return [`a variable: ${statement.getText()}`]
  return declarations.flatMap(({ initializer }) => (initializer ? valueFaults(initializer) : []))
}

const LITERALS = new Set([
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NumericLiteral,
  ts.SyntaxKind.TrueKeyword,
  ts.SyntaxKind.FalseKeyword,
  ts.SyntaxKind.NullKeyword,
  ts.SyntaxKind.Identifier,
])

/** A constant is made of literals, names, functions, and calls to functions of the runtime. */
function valueFaults(value: TypeScript.Node): string[] {
  if (LITERALS.has(value.kind) || ts.isArrowFunction(value)) return []
  if (ts.isArrayLiteralExpression(value)) return value.elements.flatMap(valueFaults)
  if (ts.isAsExpression(value) || ts.isPrefixUnaryExpression(value)) return innerFaults(value)
  if (ts.isObjectLiteralExpression(value)) return value.properties.flatMap(memberFaults)
  if (ts.isCallExpression(value)) {
    const callee = value.expression.getText()
    const known = ts.isIdentifier(value.expression) || callee === 'Object.freeze'
    return [...(known ? [] : [`a call of ${callee}`]), ...value.arguments.flatMap(valueFaults)]
  }
  if (ts.isNewExpression(value)) return patternFaults(value)
  return [`a value: ${value.getText()}`]
}

/** A pattern of the document, as a text; one that is no pattern would throw as the module loads. */
function patternFaults(value: TypeScript.NewExpression): string[] {
  const args: readonly TypeScript.Expression[] = value.arguments ?? []
  const texts = args.flatMap((each) => (ts.isStringLiteral(each) ? [each.text] : []))
  const [source = '', flags = ''] = texts
  if (value.expression.getText() !== 'RegExp' || texts.length !== args.length)
    return ['a new object']
  try {
    new RegExp(source, flags)
    return []
  } catch (error) {
    return [String(error)]
  }
}

function innerFaults(value: TypeScript.AsExpression | TypeScript.PrefixUnaryExpression): string[] {
  return valueFaults(ts.isAsExpression(value) ? value.expression : value.operand)
}

function memberFaults(member: TypeScript.ObjectLiteralElementLike): string[] {
  if (ts.isShorthandPropertyAssignment(member)) return []
  if (!ts.isPropertyAssignment(member)) return [`a member: ${member.getText()}`]
  const { name, initializer } = member
  const plain = !ts.isComputedPropertyName(name) || ts.isStringLiteral(name.expression)
  return [...(plain ? [] : [`a computed name: ${name.getText()}`]), ...valueFaults(initializer)]
}
