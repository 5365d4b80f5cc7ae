import { expect, test } from 'vitest'
import {
  type Compiler,
  compiler,
  merged,
  textsOf,
} from '../../../generator/src/emit/http/schema-text.js'

function nodesOf(text: string): readonly Compiler.Node[] {
  return compiler.createSourceFile('a.ts', text, compiler.ScriptTarget.ES2022).statements
}

function nodesText(nodes: readonly Compiler.Node[]): string[] {
  return merged([textsOf(nodes)])
}

test('the forms of openapi-typescript are printed as they are written', () => {
  const text = `export interface paths {
'/a/{b}': {
parameters: {
query?: never
path: {
b: (string | number)[]
}
}
200: components['schemas']['C'] & Record<string, never>
e: 'f' | null | true | 1
g: {
[name: string]: unknown
}
h: {}
'ü%': '\\n'
}
}`
  expect(nodesText(nodesOf(text))).toEqual([text])
})

test.each([
  ['* One ', '/** One */'],
  ['*\n * One \n * @see b\n ', '/**\n * One\n * @see b\n */'],
  ['*\n * One\u2028two\r\n three\n ', '/**\n * One\n * two\n * three\n */'],
  ['* One *\\/ two ', '/** One *\\/ two */'],
])('the comment %j stands above its member, a star in each line', (comment, expected) => {
  const string = compiler.factory.createKeywordTypeNode(compiler.SyntaxKind.StringKeyword)
  const member = compiler.factory.createPropertySignature(undefined, 'a', undefined, string)
  const kind = compiler.SyntaxKind.MultiLineCommentTrivia
  compiler.addSyntheticLeadingComment(member, kind, comment, true)
  const exported = compiler.factory.createModifier(compiler.SyntaxKind.ExportKeyword)
  const type = compiler.factory.createTypeLiteralNode([member])
  const alias = compiler.factory.createTypeAliasDeclaration([exported], 'A', undefined, type)
  expect(nodesText([alias])).toEqual([`export type A = {\n${expected}\na: string\n}`])
})

test.each([
  ['a tuple', ['B', 'C']],
  ['one with a rest', ['B', '...C[]']],
])('%s is left to the compiler', (_, items) => {
  const factory = compiler.factory
  const types = items.map((each) =>
    each.startsWith('...')
      ? factory.createRestTypeNode(
          factory.createArrayTypeNode(factory.createTypeReferenceNode(each.slice(3, -2))),
        )
      : factory.createTypeReferenceNode(each),
  )
  const exported = factory.createModifier(compiler.SyntaxKind.ExportKeyword)
  const tuple = factory.createTupleTypeNode(types)
  const alias = factory.createTypeAliasDeclaration([exported], 'A', undefined, tuple)
  const [text = ''] = nodesText([alias])
  expect(text.replace(/\s+/g, ' ').replace(/\[ | \]/g, (each) => each.trim())).toBe(
    `export type A = [${items.join(', ')}]`,
  )
})
