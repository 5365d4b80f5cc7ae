import {
  bindingsOf,
  childrenOf,
  isFunction,
  type Meaning,
  nameOf,
  namesInPattern,
  nodeIn,
  nodesIn,
  type SyntaxNode,
  TYPE,
  VALUE,
} from './syntax.js'

/** The names that code inside of a node can see, beside those around it. */
export type Scope = Map<string, Meaning>

export function scopeOf(
  names: readonly { readonly name: string; readonly meaning: Meaning }[],
): Scope {
  const scope: Scope = new Map()
  for (const { name, meaning } of names) scope.set(name, (scope.get(name) ?? 0) | meaning)
  return scope
}

export function declaredIn(statements: readonly SyntaxNode[]): Scope {
  return scopeOf(statements.flatMap(bindingsOf))
}

export function parameterNames(parameter: SyntaxNode) {
  const inner =
    parameter.type === 'TSParameterProperty' ? nodeIn(parameter, 'parameter') : parameter
  return namesInPattern(inner)
}

export function typeParametersOf(node: SyntaxNode): Scope {
  const list = nodeIn(node, 'typeParameters')
  return new Map(nodesIn(list?.params).map((each) => [nameOf(each), TYPE]))
}

/** `infer Name`, at any depth. */
export function inferredIn(node: SyntaxNode | undefined): Scope {
  const found: Scope = new Map()
  const look = (each: SyntaxNode): void => {
    if (each.type === 'TSInferType') found.set(nameOf(nodeIn(each, 'typeParameter')), TYPE)
    for (const child of childrenOf(each)) look(child)
  }
  if (node) look(node)
  return found
}

/** Names of `var`, which belong to the whole function. */
export function variablesIn(body: SyntaxNode | undefined): string[] {
  if (!body) return []
  if (body.type === 'VariableDeclaration' && body.kind === 'var')
    return bindingsOf(body).map(({ name }) => name)
  return childrenOf(body).flatMap((each) => (isFunction(each) ? [] : variablesIn(each)))
}

/** The name of a function or class that only its own code can see. */
export function ownNames(node: SyntaxNode): Scope {
  const isExpression = node.type.endsWith('Expression')
  const id = nodeIn(node, 'id')
  return isExpression && id ? new Map([[nameOf(id), VALUE | TYPE]]) : new Map()
}
