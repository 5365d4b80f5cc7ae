import { describe, expect, test } from 'vitest'
import { checkNesting } from '../../../generator/src/grammar/nesting.js'
import { documentWith } from '../normalize/documents.fixture.js'

/** Schemas in which each but the first refers to the one before it. */
function chain(length: number, link: (before: object) => object): object {
  const schemas = Array.from({ length }, (_, index) => [
    `S${index}`,
    index === 0 ? { type: 'string' } : link({ $ref: `#/components/schemas/S${index - 1}` }),
  ])
  return { components: { schemas: Object.fromEntries(schemas) } }
}

async function canBeRead(members: object): Promise<boolean> {
  const codes: string[] = []
  const can = checkNesting(await documentWith(members), ({ code }) => codes.push(code))
  expect(codes).toEqual(can ? [] : ['TW1011'])
  return can
}

describe('schemas of schemas of schemas', () => {
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema.
  const then = (each: object): object => ({ then: each })
  test.each<[string, (before: object) => object]>([
    ['$ref', (each) => each],
    ['allOf', (each) => ({ allOf: [{}, each] })],
    ['oneOf', (each) => ({ oneOf: [each, {}] })],
    ['anyOf', (each) => ({ anyOf: [each] })],
    ['not', (each) => ({ not: each })],
    ['if', (each) => ({ if: each })],
    ['then', then],
    ['else', (each) => ({ else: each })],
    ['dependentSchemas', (each) => ({ dependentSchemas: { a: each } })],
    ['dependencies', (each) => ({ dependencies: { b: ['c'], a: each } })],
  ])('by %s are read up to a limit', async (_, link) => {
    expect(await canBeRead(chain(200, link))).toBe(true)
    expect(await canBeRead(chain(1100, link))).toBe(false)
  })

  test.each<[string, (before: object) => object]>([
    ['properties', (each) => ({ properties: { a: each } })],
    ['items', (each) => ({ items: each })],
  ])('by %s are values in values, and have no limit', async (_, link) => {
    expect(await canBeRead(chain(1100, link))).toBe(true)
  })

  test('are found wherever they are', async () => {
    const deep = Object(chain(1100, (each) => ({ not: each }))).components.schemas
    expect(
      await canBeRead({
        paths: { '/a': { get: { x: [deep.S1099] } } },
        components: { schemas: deep },
      }),
    ).toBe(false)
  })

  test('may be cyclic', async () => {
    expect(
      await canBeRead({
        components: { schemas: { A: { anyOf: [{ $ref: '#/components/schemas/A' }] } } },
      }),
    ).toBe(true)
  })
})
