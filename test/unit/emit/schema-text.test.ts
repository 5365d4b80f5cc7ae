import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  contextFor,
  draw,
  type OpenAPI3,
} from '../../../generator/src/emit/http/openapi-typescript.js'
import { merged, textsOf } from '../../../generator/src/emit/http/schema-text.js'
import type { Member, TypeNode } from '../../../generator/src/emit/http/type-nodes.js'
import { layOut } from '../../../generator/src/emit/typescript/layout.js'

const require = createRequire(import.meta.url)
const THEIRS = '../../../generator/node_modules/openapi-typescript/dist'

/** Every form that openapi-typescript draws under our options. */
const DOCUMENT: OpenAPI3 = parse(`
openapi: 3.1.0
info: { title: Forms, version: '1' }
paths:
  '/a/{b}':
    parameters: [{ name: b, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getA
      summary: One line.
      description: "Several\\nlines."
      deprecated: true
      parameters:
        - { name: kind, in: query, schema: { type: string, enum: [a, "it's", '"', '\\'] } }
        - { name: x-rate, in: header, schema: { enum: [1, -2, true, false, null] } }
        - { name: sums, in: query, required: true, schema: { const: -0.5 } }
        - { name: '1', in: cookie, schema: { const: [a, { b: 1 }, []] } }
      responses:
        200:
          description: Fine.
          headers: { X-Rate: { description: How many., schema: { type: number } } }
          content:
            application/json:
              schema:
                type: object
                required: [list]
                properties:
                  list: { type: array, items: { oneOf: [{ type: string }, { type: 'null' }] } }
                  lists: { type: array, items: { type: array, items: { type: boolean } } }
                  pair: { type: array, prefixItems: [{ type: string }, { anyOf: [{ const: a }, {}] }] }
                  named: { $ref: '#/components/schemas/Named' }
                  all:
                    allOf:
                      - $ref: '#/components/schemas/Named'
                      - anyOf: [{ type: string }, { type: number }]
                  any:
                    anyOf:
                      - allOf: [{ type: object }, { $ref: '#/components/schemas/Named' }]
                      - oneOf: [{ type: string }, { type: [number, 'null'] }]
                  record:
                    type: object
                    properties: { a-b: { type: string, readOnly: true } }
                    additionalProperties: { type: string, format: uri }
                  free: { type: object }
                  none: { type: object, properties: {} }
                  $dollar: { type: string, title: T, default: a */ b, examples: [c] }
        404: { $ref: '#/components/responses/Missing' }
        default: { description: Else. }
    post:
      requestBody: { required: true, content: { text/plain: { schema: { type: string } } } }
      responses: {}
`)

test.each([false, true])(
  'what openapi-typescript draws is what it draws with the compiler (readonly: %s)',
  async (immutable) => {
    const ours = merged([textsOf(draw(DOCUMENT, contextFor(immutable)))]).join('\n')
    const whole = require(`${THEIRS}/transform/index.cjs`)
    const { astToString } = require(`${THEIRS}/lib/ts.cjs`)
    const theirs = astToString(whole(DOCUMENT, contextFor(immutable)))
    const { code, faults } = await layOut('ours.ts', ours)
    expect(faults).toEqual([])
    expect(withoutStars(code)).toBe(withoutStars((await layOut('theirs.ts', theirs)).code))
  },
)

/** Lines of comments begin with a star in ours, and only the first ones of a text in theirs. */
function withoutStars(code: string): string {
  return code.replace(/^ *\*(?:(?!\/) *)/gm, '')
}

test.each([
  ['* One ', '/** One */'],
  ['*\n * One \n * @see b\n ', '/**\n * One\n * @see b\n */'],
  ['*\n * One\u2028two\r\n three\n ', '/**\n * One\n * two\n * three\n */'],
  ['* One */ two ', '/** One *\\/ two */'],
])('the comment %j is above its member, with an asterisk in each line', (comment, expected) => {
  const name = { kind: 'Identifier', text: 'a', escapedText: 'a' } as const
  const type: TypeNode = { kind: 'StringKeyword' }
  const member: Member = { kind: 'Member', modifiers: [], name, type, comments: [comment] }
  const [drawn] = textsOf([{ kind: 'InterfaceDeclaration', name, members: [member] }])
  expect(drawn?.text).toBe(`${expected}\na: string\n`)
})

test('drawings of the same name become one', () => {
  const part = (text: string) => [{ name: 'paths', text, isMembers: true }]
  const empty = [{ name: 'paths', text: 'export type paths = {}', isMembers: false }]
  expect(merged([empty, part('a: 1\n'), part('b: 2\n')])).toEqual([
    'export interface paths {\na: 1\nb: 2\n}',
  ])
})
