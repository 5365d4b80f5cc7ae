import { describe, expect, test } from 'vitest'
import { compile } from '../../validate/compile.fixture.js'
import { codesOf, generate, ref, schemasOnly, textOf } from '../generate.fixture.js'

/** Services leave out a tag that has a default or is not required. The type, the check and `match` agree on it. */

const member = (type: object, property: string, ...required: string[]): object => ({
  type: 'object',
  required: [property, ...required],
  properties: { type, [property]: { type: 'string' } },
})
const address = (name: string): string => `#/components/schemas/${name}`
const union = (...names: string[]): object => ({
  oneOf: names.map(ref),
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(names.map((name) => [name.toLowerCase(), address(name)])),
  },
})

describe('every member may leave its tag out', () => {
  const document = schemasOnly({
    Text: member({ const: 'text', default: 'text' }, 'text'),
    Image: member({ type: 'string', enum: ['image'] }, 'url'),
    // The document says that it is required, and what it is if it is not there.
    File: member({ type: 'string', enum: ['file', 'files'], default: 'file' }, 'file', 'type'),
    Chunk: {
      ...union('Text', 'Image'),
      oneOf: [ref('Text'), ref('Image'), ref('File')],
      discriminator: { propertyName: 'type' },
    },
  })

  test('what else they require says which one it is', async () => {
    const { validators, unions, diagnostics } = await compile(document)
    expect(diagnostics).toEqual([])
    const { Chunk } = validators
    for (const [kind, value] of [
      ['text', { text: '0' }],
      ['image', { url: 'u' }],
      ['file', { file: 'f' }],
      ['text', { text: '0', type: 'text' }],
      ['file', { file: 'f', type: 'file' }],
    ] as const) {
      expect(Chunk?.check(value)).toEqual([])
      expect(unions.chunkKind?.(value)).toBe(kind)
      expect(unions.isChunk?.(value)).toBe(true)
      expect(unions[`isChunk${kind.charAt(0).toUpperCase()}${kind.slice(1)}`]?.(value)).toBe(true)
    }
    expect(Chunk?.strict.is({ text: '0' })).toBe(true)
    expect(Chunk?.strict.is({ file: 'f' })).toBe(false)
    expect(Chunk?.is({ text: 0 })).toBe(false)
    expect(Chunk?.is({ other: 'x' })).toBe(false)
    expect(Chunk?.is({ text: '0', type: 'image' })).toBe(false)
    expect(unions.chunkKind?.({ other: 'x' })).toBe(undefined)
  })

  test('the tag is optional in the types', async () => {
    const made = await generate(document)
    expect(codesOf(made)).toEqual([])
    const unions = textOf(made, 'src/unions.ts')
    expect(unions).toContain("export type ChunkText = Text & { type?: 'text' }")
    expect(unions).toMatch(/export interface ChunkFile \{\n {2}type\?: 'file'\n {2}file: string\n/)
    expect(unions).toMatch(
      /propertyTags\('type', \[[^\]]*\], \{\s+text: \['text'\],\s+image: \['url'\],\s+file: \['file'\],?\s+\}\)/,
    )
  })
})

test('the only member that may leave its tag out is every value without one', async () => {
  const document = schemasOnly({
    Text: member({ const: 'text' }, 'text'),
    Image: member({ const: 'image' }, 'url', 'type'),
    Chunk: union('Text', 'Image'),
  })
  const { validators, unions } = await compile(document)
  expect(unions.chunkKind?.({})).toBe('text')
  expect(validators.Chunk?.check({})).toEqual([
    expect.objectContaining({ path: 'text', expected: 'string' }),
  ])
})

test('members that require the same are not told apart', async () => {
  const document = schemasOnly({
    Text: member({ const: 'text' }, 'value'),
    Image: member({ const: 'image' }, 'value'),
    Chunk: union('Text', 'Image'),
  })
  const { validators, unions } = await compile(document)
  expect(unions.chunkKind?.({ value: 'x' })).toBe(undefined)
  expect(validators.Chunk?.is({ value: 'x' })).toBe(false)
  expect(validators.Chunk?.is({ value: 'x', type: 'image' })).toBe(true)
})
