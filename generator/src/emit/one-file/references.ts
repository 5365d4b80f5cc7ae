import { NotInOneFile } from './not-in-one-file.js'
import {
  declaredIn,
  inferredIn,
  ownNames,
  parameterNames,
  type Scope,
  scopeOf,
  typeParametersOf,
  variablesIn,
} from './scopes.js'
import {
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

/** A name in a statement that something outside of the statement declares. */
export interface Reference {
  readonly name: string
  readonly meaning: Meaning
  readonly start: number
  readonly end: number
  /** In the body of a function, which is not run when the module is loaded. */
  readonly isLate: boolean
  /** `{ name }`, which is `{ name: other }` under another name. */
  readonly isShorthand: boolean
}

export interface StatementNames {
  readonly references: readonly Reference[]
  /** All names that are declared inside: what is called like one of them may not be seen there. */
  readonly inside: ReadonlySet<string>
  /** Whether a function is called when the module is loaded. */
  readonly calls: boolean
}

/** Reads a statement of a module. What it declares itself counts as declared outside. */
export function readNames(statement: SyntaxNode): StatementNames {
  const reader = new Reader()
  reader.statement(statement)
  return reader
}

class Reader implements StatementNames {
  readonly references: Reference[] = []
  readonly inside: Set<string> = new Set()
  calls = false
  private readonly scopes: Scope[] = []
  private functions = 0

  statement(node: SyntaxNode): void {
    // Its own name belongs to the module.
    if (node.type === 'ClassDeclaration') this.classParts(node)
    else if (isFunction(node)) this.function(node, false)
    else this.visit(node)
  }

  private visit(node: SyntaxNode): void {
    switch (node.type) {
      case 'Identifier':
        this.reference(node, VALUE)
        this.visitAll(node, ['typeAnnotation'])
        return
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        this.visitAll(node, ['object'])
        if (node.computed === true) this.visitAll(node, ['property'])
        return
      case 'ObjectProperty':
        this.objectProperty(node)
        return
      case 'ClassProperty':
      case 'ClassAccessorProperty':
      case 'ClassPrivateProperty':
        this.classProperty(node)
        return
      case 'ClassDeclaration':
      case 'ClassExpression':
        this.within(ownNames(node), () => this.classParts(node))
        return
      case 'BlockStatement':
      case 'StaticBlock':
      case 'TSModuleBlock':
        this.within(declaredIn(nodesIn(node.body)), () => this.visitAll(node, ['body']))
        return
      case 'SwitchStatement': {
        this.visitAll(node, ['discriminant'])
        const statements = nodesIn(node.cases).flatMap((each) => nodesIn(each.consequent))
        this.within(declaredIn(statements), () => this.visitAll(node, ['cases']))
        return
      }
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement': {
        const heads = [nodeIn(node, 'init'), nodeIn(node, 'left')].flatMap((each) => each ?? [])
        this.within(declaredIn(heads), () => this.children(node))
        return
      }
      case 'CatchClause': {
        const parameter = nodeIn(node, 'param')
        this.within(scopeOf(namesInPattern(parameter)), () => this.children(node))
        return
      }
      case 'LabeledStatement':
        this.visitAll(node, ['body'])
        return
      case 'BreakStatement':
      case 'ContinueStatement':
      case 'MetaProperty':
        return
      case 'CallExpression':
      case 'OptionalCallExpression':
      case 'NewExpression':
      case 'TaggedTemplateExpression':
        if (this.functions === 0) this.calls = true
        this.children(node)
        return
      default:
        if (isFunction(node)) this.within(ownNames(node), () => this.function(node, true))
        else if (node.type.startsWith('TS')) this.typeNode(node)
        else this.children(node)
    }
  }

  private typeNode(node: SyntaxNode): void {
    switch (node.type) {
      case 'TSTypeReference':
        this.entity(nodeIn(node, 'typeName'), TYPE)
        this.visitAll(node, ['typeParameters'])
        return
      case 'TSExpressionWithTypeArguments':
        this.entity(nodeIn(node, 'expression'), TYPE)
        this.visitAll(node, ['typeParameters'])
        return
      case 'TSTypeQuery':
        this.entity(nodeIn(node, 'exprName'), VALUE)
        this.visitAll(node, ['typeParameters'])
        return
      case 'TSInterfaceDeclaration':
      case 'TSTypeAliasDeclaration':
        this.within(typeParametersOf(node), () =>
          this.visitAll(node, ['typeParameters', 'extends', 'body', 'typeAnnotation']),
        )
        return
      case 'TSPropertySignature':
        if (node.computed === true) this.visitAll(node, ['key'])
        this.visitAll(node, ['typeAnnotation'])
        return
      case 'TSMethodSignature':
        if (node.computed === true) this.visitAll(node, ['key'])
        this.signature(node)
        return
      case 'TSFunctionType':
      case 'TSConstructorType':
      case 'TSCallSignatureDeclaration':
      case 'TSConstructSignatureDeclaration':
      case 'TSIndexSignature':
        this.signature(node)
        return
      case 'TSNamedTupleMember':
        this.visitAll(node, ['elementType'])
        return
      case 'TSMappedType': {
        const parameter = nodeIn(node, 'typeParameter')
        this.within(new Map([[nameOf(parameter), TYPE]]), () => this.children(node))
        return
      }
      case 'TSConditionalType':
        this.visitAll(node, ['checkType'])
        this.within(inferredIn(nodeIn(node, 'extendsType')), () =>
          this.visitAll(node, ['extendsType', 'trueType']),
        )
        this.visitAll(node, ['falseType'])
        return
      case 'TSEnumDeclaration':
      case 'TSModuleDeclaration':
      case 'TSImportType':
      case 'TSImportEqualsDeclaration':
      case 'TSExportAssignment':
        throw new NotInOneFile(`a module has a ${node.type}`)
      default:
        this.children(node)
    }
  }

  private objectProperty(node: SyntaxNode): void {
    if (node.computed === true) this.visitAll(node, ['key'])
    const value = nodeIn(node, 'value')
    if (node.shorthand === true && value?.type === 'Identifier') this.reference(value, VALUE, true)
    else if (value) this.visit(value)
  }

  private classProperty(node: SyntaxNode): void {
    if (node.computed === true) this.visitAll(node, ['key'])
    this.visitAll(node, ['typeAnnotation', 'decorators'])
    this.late(node.static !== true, () => this.visitAll(node, ['value']))
  }

  private classParts(node: SyntaxNode): void {
    this.within(typeParametersOf(node), () =>
      this.visitAll(node, [
        ...['decorators', 'typeParameters', 'superClass', 'superTypeParameters'],
        ...['implements', 'body'],
      ]),
    )
  }

  /** Parameters, and what is between the braces. `isOwn` is false if its name belongs to the module. */
  private function(node: SyntaxNode, isOwn: boolean): void {
    if (isOwn && node.computed === true) this.visitAll(node, ['key'])
    this.signature(node, ['body'])
  }

  private signature(node: SyntaxNode, more: readonly string[] = []): void {
    const parameters = [...nodesIn(node.params), ...nodesIn(node.parameters)]
    const names = scopeOf(parameters.flatMap(parameterNames))
    for (const [name, meaning] of typeParametersOf(node)) names.set(name, meaning)
    for (const name of variablesIn(nodeIn(node, 'body'))) names.set(name, VALUE)
    this.within(names, () =>
      this.late(true, () =>
        this.visitAll(node, [
          ...['typeParameters', 'params', 'parameters', 'returnType', 'typeAnnotation', ...more],
        ]),
      ),
    )
  }

  /** `Name`, or `Name.Inner` of which the first is the reference. */
  private entity(node: SyntaxNode | undefined, meaning: Meaning): void {
    if (!node) return
    if (node.type === 'TSQualifiedName') this.entity(nodeIn(node, 'left'), meaning)
    else if (node.type === 'Identifier') this.reference(node, meaning)
    else this.visit(node)
  }

  private reference(node: SyntaxNode, meaning: Meaning, isShorthand = false): void {
    const name = nameOf(node)
    if (name === 'undefined' || this.isInside(name, meaning)) return
    const { start } = node
    const isLate = this.functions > 0
    this.references.push({ name, meaning, start, end: start + name.length, isLate, isShorthand })
  }

  private isInside(name: string, meaning: Meaning): boolean {
    return this.scopes.some((scope) => ((scope.get(name) ?? 0) & meaning) !== 0)
  }

  private within(scope: Scope, visit: () => void): void {
    for (const name of scope.keys()) this.inside.add(name)
    this.scopes.push(scope)
    visit()
    this.scopes.pop()
  }

  private late(isLate: boolean, visit: () => void): void {
    if (isLate) this.functions++
    visit()
    if (isLate) this.functions--
  }

  private visitAll(node: SyntaxNode, fields: readonly string[]): void {
    for (const field of fields) for (const each of nodesIn(node[field])) this.visit(each)
  }

  private children(node: SyntaxNode): void {
    for (const each of childrenOf(node)) this.visit(each)
  }
}
