/** A node of the syntax tree, with its place in the text. */
export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

export interface ParserOptions {
  readonly sourceType: 'module'
  readonly plugins: readonly 'typescript'[]
}

export function parse(text: string, options: ParserOptions): { readonly program: SyntaxNode }
