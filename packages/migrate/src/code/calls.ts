import { type CallExpression, type Identifier, Node, type ObjectLiteralExpression } from 'ts-morph'
import type { Edit } from '../plan.js'
import type { GeneratedOperation } from './operations.js'

/** A call that can be rewritten, or why it cannot. */
export type RewrittenCall =
  | { readonly edit: Edit; readonly what: string }
  | { readonly reason: string }

const INIT = new Set(['params', 'body', 'signal', 'headers'])
const PLACES = new Set(['path', 'query', 'header'])

/** `client.GET('/pets/{id}', { params: { path: { id } } })` → `client.attempt.getPet({ id })` */
export function rewriteCall(
  call: CallExpression,
  client: string,
  operations: ReadonlyMap<string, GeneratedOperation>,
): RewrittenCall {
  const callee = call.getExpression()
  const method = Node.isPropertyAccessExpression(callee) ? callee.getName() : ''
  const [path, init, ...others] = call.getArguments()
  if (!Node.isStringLiteral(path) && !Node.isNoSubstitutionTemplateLiteral(path)) {
    return { reason: 'its path is not a plain text' }
  }
  const operation = operations.get(`${method} ${path.getLiteralValue()}`)
  if (!operation) return { reason: 'the generated client has no such operation' }
  if (others.length > 0) return { reason: 'it has more than two arguments' }
  const use = useOf(call)
  if (use !== undefined) return { reason: use }
  if (init !== undefined && !Node.isObjectLiteralExpression(init)) {
    return { reason: 'its options are not an object literal' }
  }
  const given = init ? argumentsOf(init, operation) : []
  if (typeof given === 'string') return { reason: given }
  const text = `${client}.attempt.${operation.name}(${given.join(', ')})`
  return {
    edit: { start: call.getStart(), end: call.getEnd(), text },
    what: `${client}.${method}('${path.getLiteralValue()}') → ${client}.attempt.${operation.name}()`,
  }
}

/** Why the result of a call is used in a way that the generated client does not have; undefined if it is not. */
function useOf(call: CallExpression): string | undefined {
  const awaited = call.getParent()
  if (!Node.isAwaitExpression(awaited)) return 'it is not awaited at once'
  let used: Node = awaited
  while (Node.isParenthesizedExpression(used.getParent())) used = used.getParentOrThrow()
  const user = used.getParent()
  if (Node.isExpressionStatement(user)) return undefined
  if (Node.isPropertyAccessExpression(user)) {
    return user.getName() === 'data' ? undefined : `\`${user.getName()}\` of its result is used`
  }
  const target = Node.isVariableDeclaration(user) ? user.getNameNode() : undefined
  if (!Node.isObjectBindingPattern(target)) return 'its result is kept as a whole'
  for (const element of target.getElements()) {
    const name = element.getPropertyNameNode()?.getText() ?? element.getName()
    if (element.getDotDotDotToken()) return 'its result is taken apart'
    if (name !== 'data' && name !== 'error') return `\`${name}\` of its result is used`
    if (name === 'data') continue
    const local = element.getNameNode()
    if (!Node.isIdentifier(local) || element.getInitializer()) return 'its error is taken apart'
    const strange = usesOf(local).find((node) => !isPlainError(node))
    if (strange) return `what its error holds is used in line ${strange.getStartLineNumber()}`
  }
  return undefined
}

function usesOf(local: Identifier): Node[] {
  const scope = local.getFirstAncestor((node) => Node.isBlock(node) || Node.isSourceFile(node))
  const symbol = local.getSymbol()
  return (scope?.getDescendants() ?? []).filter(
    (node) =>
      node !== local &&
      Node.isIdentifier(node) &&
      node.getText() === local.getText() &&
      (node.getSymbol() === symbol || Node.isShorthandPropertyAssignment(node.getParent())),
  )
}

/** Whether only the presence of the error counts, or it is thrown or logged: the body of a failure is `error.body` here. */
function isPlainError(node: Node): boolean {
  const parent = node.getParent()
  if (Node.isThrowStatement(parent) || Node.isPrefixUnaryExpression(parent)) return true
  if (Node.isIfStatement(parent)) return parent.getExpression() === node
  if (Node.isConditionalExpression(parent)) return parent.getCondition() === node
  if (Node.isBinaryExpression(parent)) {
    const operator = parent.getOperatorToken().getText()
    if (operator === '&&' || operator === '||') {
      return parent.getLeft() === node
        ? operator === '&&' || isCondition(parent)
        : isCondition(parent)
    }
    return /^[!=]==?$/.test(operator) && /^(?:undefined|null)$/.test(parent.getRight().getText())
  }
  return Node.isCallExpression(parent) && /^console\.\w+$/.test(parent.getExpression().getText())
}

function isCondition(node: Node): boolean {
  const parent = node.getParent()
  if (Node.isBinaryExpression(parent) || Node.isParenthesizedExpression(parent))
    return isCondition(parent)
  if (Node.isPrefixUnaryExpression(parent)) return true
  if (Node.isIfStatement(parent)) return parent.getExpression() === node
  return Node.isConditionalExpression(parent) && parent.getCondition() === node
}

/** The arguments of the method, or why they cannot be made. */
function argumentsOf(
  init: ObjectLiteralExpression,
  { takes }: GeneratedOperation,
): string[] | string {
  const members = valuesOf(init)
  if (members === undefined) return 'its options are not plain'
  const stranger = [...members.keys()].find((name) => !INIT.has(name))
  if (stranger !== undefined) return `it has the option \`${stranger}\``
  const input = inputOf(members.get('params'))
  if (typeof input === 'string') return input
  const body = members.get('body')?.getText()
  const options = ['signal', 'headers'].flatMap((name) => {
    const value = members.get(name)?.getText()
    return value === undefined ? [] : [value === name ? name : `${name}: ${value}`]
  })
  const rest = options.length > 0 ? [`{ ${options.join(', ')} }`] : []
  if (takes === 'nothing')
    return input.length > 0 || body !== undefined ? 'the operation takes nothing' : rest
  if (takes === 'body') {
    return input.length > 0 || body === undefined
      ? 'the operation takes a body alone'
      : [body, ...rest]
  }
  const all = body === undefined ? input : [...input, body === 'body' ? 'body' : `body: ${body}`]
  if (all.length === 0) return rest.length > 0 ? ['undefined', ...rest] : []
  return [`{ ${all.join(', ')} }`, ...rest]
}

/** The properties of `params: { path: { … }, query: { … } }` in one list. */
function inputOf(params: Node | undefined): string[] | string {
  if (params === undefined) return []
  if (!Node.isObjectLiteralExpression(params)) return 'its parameters are not an object literal'
  const found: string[] = []
  const names = new Set<string>()
  for (const place of params.getProperties()) {
    if (!Node.isPropertyAssignment(place) || !PLACES.has(place.getName()))
      return 'its parameters are not plain'
    const values = place.getInitializer()
    if (!Node.isObjectLiteralExpression(values))
      return `its ${place.getName()} parameters are not an object literal`
    for (const property of values.getProperties()) {
      if (!Node.isPropertyAssignment(property) && !Node.isShorthandPropertyAssignment(property))
        return 'its parameters are not plain'
      if (names.has(property.getName()))
        return `two of its parameters are called ${property.getName()}`
      names.add(property.getName())
      found.push(property.getText())
    }
  }
  return found
}

/** The members of an object literal, if all of them are plain. */
function valuesOf(object: ObjectLiteralExpression): Map<string, Node> | undefined {
  const nodes = new Map<string, Node>()
  for (const property of object.getProperties()) {
    if (Node.isPropertyAssignment(property)) {
      nodes.set(property.getName(), property.getInitializerOrThrow())
    } else if (Node.isShorthandPropertyAssignment(property)) {
      nodes.set(property.getName(), property.getNameNode())
    } else return undefined
  }
  return nodes
}
