import { expect, test } from 'vitest'
import { type Compiler, compiler } from '../../../generator/src/emit/typescript/compiler.js'
import { nodesText } from '../../../generator/src/emit/typescript/node-text.js'

function nodesOf(text: string): readonly Compiler.Node[] {
  return compiler.createSourceFile('a.ts', text, compiler.ScriptTarget.ES2022).statements
}

/** What the compiler's printer is asked for, in its own four spaces a step. */
function byCompiler(nodes: readonly Compiler.Node[]): string {
  return `${nodes.length} by the compiler\n        a\n     * b\n`
}

test('the forms of openapi-typescript are printed as they are written', () => {
  const text = `export interface paths {
  "/a/{b}": {
    parameters: {
      query?: never;
      path: {
        b: (string | number)[];
      };
    };
    200: components["schemas"]["C"] & Record<string, never>;
    e: "f" | null | true | 1;
    g: {
      [name: string]: unknown;
    };
    h: {};
  };
}
export type webhooks = Record<string, never>;
`
  expect(nodesText(nodesOf(text), byCompiler)).toBe(text)
})

test('comments stand above their members, a star in each line', () => {
  const member = compiler.factory.createPropertySignature(
    undefined,
    'a',
    undefined,
    compiler.factory.createKeywordTypeNode(compiler.SyntaxKind.StringKeyword),
  )
  const kind = compiler.SyntaxKind.MultiLineCommentTrivia
  compiler.addSyntheticLeadingComment(member, kind, '*\n * One \n * @see b\n ', true)
  compiler.addSyntheticLeadingComment(member, kind, '* Two ', true)
  const exported = compiler.factory.createModifier(compiler.SyntaxKind.ExportKeyword)
  const type = compiler.factory.createTypeLiteralNode([member])
  const alias = compiler.factory.createTypeAliasDeclaration([exported], 'A', undefined, type)
  expect(nodesText([alias], byCompiler)).toBe(`export type A = {
  /**
   * One
   * @see b
   */
  /** Two */
  a: string;
};
`)
})

test.each([
  ['a tuple', 'export type A = [B, C]'],
  ['letters that have to be escaped', 'export type A = "\u00fc"'],
  ['a parameter of a type', 'export interface A<B> {\n  b: B;\n}'],
  ['what is not exported', 'type A = B'],
  ['a method', 'export interface A {\n  b(): void;\n}'],
])('%s is left to the compiler, as is all around it', (_, text) => {
  const nodes = nodesOf(`export type Z = 1\n${text}`)
  expect(nodesText(nodes, byCompiler)).toBe('2 by the compiler\n    a\n   * b\n')
})
