import { Node, type SourceFile } from 'ts-morph'

/** How the generated client calls an operation. */
export interface GeneratedOperation {
  /** The method of the client. */
  readonly name: string
  /** What its first argument is: nothing, the body alone, or parameters, with `body` among them. */
  readonly takes: 'nothing' | 'body' | 'input'
}

/** The operations of generated sources by method and path: `GET /pets/{petId}`. */
export function readOperations(
  operations: SourceFile,
  client: SourceFile,
): ReadonlyMap<string, GeneratedOperation> {
  const names = new Map<string, string>()
  const list = operations.getVariableDeclaration('operations')?.getInitializer()
  for (const property of Node.isObjectLiteralExpression(list) ? list.getProperties() : []) {
    if (Node.isShorthandPropertyAssignment(property)) {
      names.set(property.getName(), property.getName())
    } else if (Node.isPropertyAssignment(property)) {
      names.set(property.getInitializerOrThrow().getText(), unquoted(property.getName()))
    }
  }
  const inputs = firstParameters(client)
  const found = new Map<string, GeneratedOperation>()
  for (const declaration of operations.getVariableDeclarations()) {
    const name = names.get(declaration.getName())
    const descriptor = declaration.getInitializer()
    if (name === undefined || !Node.isObjectLiteralExpression(descriptor)) continue
    const text = (key: string): string | undefined => {
      const property = descriptor.getProperty(key)
      const value = Node.isPropertyAssignment(property) ? property.getInitializer() : undefined
      return Node.isStringLiteral(value) ? value.getLiteralValue() : undefined
    }
    const [method, path] = [text('method'), text('path')]
    const takes = inputs.get(name)
    if (method !== undefined && path !== undefined && takes !== undefined) {
      found.set(`${method} ${path}`, { name, takes })
    }
  }
  return found
}

function firstParameters(client: SourceFile): Map<string, GeneratedOperation['takes']> {
  const found = new Map<string, GeneratedOperation['takes']>()
  for (const methods of client.getInterfaces().filter((each) => /Methods$/.test(each.getName()))) {
    for (const method of methods.getMethods()) {
      const first = method.getParameters()[0]?.getName()
      const takes =
        first === 'options' || first === undefined ? 'nothing' : first === 'body' ? 'body' : 'input'
      found.set(unquoted(method.getName()), takes)
    }
  }
  return found
}

function unquoted(name: string): string {
  return name.replace(/^(['"])(.*)\1$/, '$2')
}
