/**
 * The nodes that openapi-typescript creates, as plain data: `vendor/typescript.ts` is bundled with it in place of the
 * compiler.
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

export interface Identifier {
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

export interface Token {
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
