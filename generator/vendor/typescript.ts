/**
 * Bundled with openapi-typescript in place of the compiler: what its transforms use with our options. The nodes that it
 * creates are plain data.
 */
import type {
  DeclarationNode,
  Identifier,
  Keyword,
  Literal,
  Member,
  Token,
  TypeNode,
} from '../src/emit/http/type-nodes.js'

const token = <Kind extends string>(kind: Kind): { readonly kind: Kind } => ({ kind })

const identifier = (text: string): Identifier => ({ kind: 'Identifier', text, escapedText: text })

const named = (name: string | Identifier): Identifier =>
  typeof name === 'string' ? identifier(name) : name

const literal =
  (kind: Literal['kind']) =>
  (value: string | number): Literal => ({ kind, text: String(value) })

/** A member as the compiler would create it: `modifiers` come first, and comments are added later. */
function property(
  modifiers: readonly Token[] | undefined,
  name: string | Identifier | Literal,
  questionToken: Token | undefined,
  type: TypeNode,
): Member {
  const key = typeof name === 'string' ? identifier(name) : name
  return {
    kind: 'Member',
    modifiers: modifiers ?? [],
    name: key,
    questionToken,
    type,
    comments: [],
  }
}

interface Parameter {
  readonly name: Identifier
  readonly type: TypeNode
}

const isKind =
  (kind: string) =>
  (node: Token): boolean =>
    node.kind === kind

const isInterfaceDeclaration = isKind('InterfaceDeclaration')
const isTypeAliasDeclaration = isKind('TypeAlias')

const factory = {
  createToken: token,
  createModifier: token,
  createKeywordTypeNode: token,
  createTrue: () => token('TrueKeyword'),
  createFalse: () => token('FalseKeyword'),
  createNull: () => token('NullKeyword'),
  createIdentifier: identifier,
  createStringLiteral: literal('StringLiteral'),
  createNumericLiteral: literal('NumericLiteral'),
  /** The only prefix is a minus. */
  createPrefixUnaryExpression: (_: string, { text }: Literal) =>
    literal('NumericLiteral')(`-${text}`),
  createLiteralTypeNode: (of: Extract<TypeNode, { kind: 'LiteralType' }>['literal']): TypeNode => ({
    kind: 'LiteralType',
    literal: of,
  }),
  createTypeReferenceNode: (
    name: string | Identifier,
    typeArguments?: readonly TypeNode[],
  ): TypeNode => ({ kind: 'TypeReference', name: named(name).text, typeArguments }),
  createTypeLiteralNode: (members: readonly Member[]): TypeNode => ({
    kind: 'TypeLiteral',
    members,
  }),
  createArrayTypeNode: (of: TypeNode): TypeNode => ({ kind: 'ArrayType', of }),
  /** The only operator is `readonly`. */
  createTypeOperatorNode: (_: string, of: TypeNode): TypeNode => ({ kind: 'ReadonlyType', of }),
  createTupleTypeNode: (types: readonly TypeNode[]): TypeNode => ({ kind: 'TupleType', types }),
  createUnionTypeNode: (types: readonly TypeNode[]): TypeNode => ({ kind: 'UnionType', types }),
  createIntersectionTypeNode: (types: readonly TypeNode[]): TypeNode => ({
    kind: 'IntersectionType',
    types,
  }),
  createIndexedAccessTypeNode: (object: TypeNode, index: TypeNode): TypeNode => ({
    kind: 'IndexedAccess',
    object,
    index,
  }),
  createPropertySignature: property,
  createParameterDeclaration: (
    _modifiers: unknown,
    _rest: unknown,
    name: Identifier,
    _question: unknown,
    type: TypeNode,
  ): Parameter => ({ name, type }),
  createIndexSignature: (
    modifiers: readonly Token[] | undefined,
    [{ name, type: key }]: readonly [Parameter],
    type: TypeNode,
  ): Member => ({ ...property(modifiers, name, undefined, type), key }),
  createTypeAliasDeclaration: (
    _modifiers: unknown,
    name: string | Identifier,
    _parameters: unknown,
    type: TypeNode,
  ): DeclarationNode => ({ kind: 'TypeAlias', name: named(name), type }),
  createInterfaceDeclaration: (
    _modifiers: unknown,
    name: string | Identifier,
    _parameters: unknown,
    _heritage: unknown,
    members: readonly Member[],
  ): DeclarationNode => ({ kind: 'InterfaceDeclaration', name: named(name), members }),
  createNodeArray: <Item>(nodes: readonly Item[]): readonly Item[] => nodes,
}

type Kind =
  | Keyword
  | 'ExportKeyword'
  | 'MinusToken'
  | 'MultiLineCommentTrivia'
  | 'QuestionToken'
  | 'ReadonlyKeyword'

/** Each kind is its own name. */
const SyntaxKind: { readonly [Name in Kind]: Name } = {
  BooleanKeyword: 'BooleanKeyword',
  ExportKeyword: 'ExportKeyword',
  FalseKeyword: 'FalseKeyword',
  MinusToken: 'MinusToken',
  MultiLineCommentTrivia: 'MultiLineCommentTrivia',
  NeverKeyword: 'NeverKeyword',
  NullKeyword: 'NullKeyword',
  NumberKeyword: 'NumberKeyword',
  QuestionToken: 'QuestionToken',
  ReadonlyKeyword: 'ReadonlyKeyword',
  StringKeyword: 'StringKeyword',
  TrueKeyword: 'TrueKeyword',
  UndefinedKeyword: 'UndefinedKeyword',
  UnknownKeyword: 'UnknownKeyword',
}

export default {
  factory,
  SyntaxKind,
  isArrayTypeNode: isKind('ArrayType'),
  isTupleTypeNode: isKind('TupleType'),
  isInterfaceDeclaration,
  isTypeAliasDeclaration,
  isTypeNode: (node: Token): boolean =>
    !isInterfaceDeclaration(node) && !isTypeAliasDeclaration(node),
  addSyntheticLeadingComment: ({ comments }: Member, _kind: string, text: string): void => {
    comments.push(text)
  },
}
