import { NotInOneFile } from './not-in-one-file.js'
import { ReferenceRecorder, type StatementNames } from './reference-recorder.js'
import {
  declaredIn,
  inferredIn,
  ownNames,
  parameterNames,
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

/** Reads a statement of a module. What it declares itself counts as declared outside. */
export function readNames(statement: SyntaxNode): StatementNames {
  const recorder = new ReferenceRecorder()
  new StatementVisitor(recorder).statement(statement)
  return recorder
}

/** Visits the nodes of a statement, and knows which of them are names and which names they can see. */
class StatementVisitor {
  constructor(private readonly recorder: ReferenceRecorder) {}

  statement(node: SyntaxNode): void {
    // Its own name belongs to the module.
    if (node.type === 'ClassDeclaration') this.classParts(node)
    else if (isFunction(node)) this.function(node, false)
    else this.visit(node)
  }

  private visit(node: SyntaxNode): void {
    switch (node.type) {
      case 'Identifier':
        this.recorder.reference(node, VALUE)
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
        this.recorder.within(ownNames(node), () => this.classParts(node))
        return
      case 'BlockStatement':
      case 'StaticBlock':
      case 'TSModuleBlock':
        this.recorder.within(declaredIn(nodesIn(node.body)), () => this.visitAll(node, ['body']))
        return
      case 'SwitchStatement': {
        this.visitAll(node, ['discriminant'])
        const statements = nodesIn(node.cases).flatMap((each) => nodesIn(each.consequent))
        this.recorder.within(declaredIn(statements), () => this.visitAll(node, ['cases']))
        return
      }
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement': {
        const heads = [nodeIn(node, 'init'), nodeIn(node, 'left')].flatMap((each) => each ?? [])
        this.recorder.within(declaredIn(heads), () => this.children(node))
        return
      }
      case 'CatchClause': {
        const parameter = nodeIn(node, 'param')
        this.recorder.within(scopeOf(namesInPattern(parameter)), () => this.children(node))
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
        this.recorder.call()
        this.children(node)
        return
      default:
        if (isFunction(node)) this.recorder.within(ownNames(node), () => this.function(node, true))
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
        this.recorder.within(typeParametersOf(node), () =>
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
        this.recorder.within(new Map([[nameOf(parameter), TYPE]]), () => this.children(node))
        return
      }
      case 'TSConditionalType':
        this.visitAll(node, ['checkType'])
        this.recorder.within(inferredIn(nodeIn(node, 'extendsType')), () =>
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
    if (node.shorthand === true && value?.type === 'Identifier')
      this.recorder.reference(value, VALUE, true)
    else if (value) this.visit(value)
  }

  private classProperty(node: SyntaxNode): void {
    if (node.computed === true) this.visitAll(node, ['key'])
    this.visitAll(node, ['typeAnnotation', 'decorators'])
    this.recorder.late(node.static !== true, () => this.visitAll(node, ['value']))
  }

  private classParts(node: SyntaxNode): void {
    this.recorder.within(typeParametersOf(node), () =>
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
    this.recorder.within(names, () =>
      this.recorder.late(true, () =>
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
    else if (node.type === 'Identifier') this.recorder.reference(node, meaning)
    else this.visit(node)
  }

  private visitAll(node: SyntaxNode, fields: readonly string[]): void {
    for (const field of fields) for (const each of nodesIn(node[field])) this.visit(each)
  }

  private children(node: SyntaxNode): void {
    for (const each of childrenOf(node)) this.visit(each)
  }
}
