/**
 * The nodes that openapi-typescript creates, as plain data. It gets `compilerStandIn` instead of the
 * compiler, whose nine megabytes take longer to load than the types of most documents take to generate.
 */
export type TypeNode =
  | { readonly kind: Keyword }
  // Enum values are passed as identifiers that include their quotes.
  | Identifier
  | { readonly kind: 'LiteralType'; readonly literal: Literal | { readonly kind: Keyword } }
  | {
      readonly kind: 'TypeReference'
      readonly name: string
      readonly typeArguments: readonly TypeNode[] | undefined
    }
  | { readonly kind: 'TypeLiteral'; readonly members: readonly Member[] }
  | { readonly kind: 'ArrayType' | 'ReadonlyType'; readonly of: TypeNode }
  | {
      readonly kind: 'TupleType' | 'UnionType' | 'IntersectionType'
      readonly types: readonly TypeNode[]
    }
  | { readonly kind: 'IndexedAccess'; readonly object: TypeNode; readonly index: TypeNode }

export interface Literal {
  readonly kind: 'StringLiteral' | 'NumericLiteral'
  readonly text: string
}

interface Identifier {
  readonly kind: 'Identifier'
  readonly text: string
  /** The properties by which openapi-typescript finds its own declarations. */
  readonly escapedText: string
}

/** A property, or an index signature. */
export interface Member {
  readonly kind: 'Member'
  readonly modifiers: readonly Token[]
  readonly name: Identifier | Literal
  /** The type of the key, in an index signature. */
  readonly key?: TypeNode
  readonly questionToken?: Token | undefined
  readonly type: TypeNode
  /** The text of the comments above it. */
  readonly comments: string[]
}

/** A declaration that is exported. */
export type DeclarationNode =
  | {
      readonly kind: 'InterfaceDeclaration'
      readonly name: Identifier
      readonly members: readonly Member[]
    }
  | { readonly kind: 'TypeAlias'; readonly name: Identifier; readonly type: TypeNode }

interface Token {
  readonly kind: string
}

export type Keyword = keyof typeof KEYWORDS

/** Keyword types, by the compiler's names of their kinds. */
export const KEYWORDS = {
  BooleanKeyword: 'boolean',
  FalseKeyword: 'false',
  NeverKeyword: 'never',
  NullKeyword: 'null',
  NumberKeyword: 'number',
  StringKeyword: 'string',
  TrueKeyword: 'true',
  UndefinedKeyword: 'undefined',
  UnknownKeyword: 'unknown',
} as const

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

/** The part of the compiler that openapi-typescript uses with our options. */
export const compilerStandIn = {
  factory,
  /** Each kind is its own name. */
  SyntaxKind: Object.fromEntries(
    [
      ...Object.keys(KEYWORDS),
      'QuestionToken',
      'MinusToken',
      'ExportKeyword',
      'ReadonlyKeyword',
      'MultiLineCommentTrivia',
    ].map((kind) => [kind, kind]),
  ),
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
