import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lower } from '../../../../generator/src/lower/lower.js'
import { loadDocument } from '../../../../generator/src/source/document.js'
import { openapi } from '../../schema-model.fixture.js'
import { shapeText } from '../shape-text.fixture.js'
import { all, S } from './shapes-of.fixture.js'

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-unions-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(file: string, value: object): void {
  writeFileSync(path.join(folder, file), JSON.stringify(value))
}

// Schemas of other files often have the same place there.
test.each([
  ['files that are schemas', '', (schema: object) => schema],
  ['schemas in files', '#/components/schemas/X', (X: object) => openapi({ X })],
])('a mapping distinguishes %s', async (_, place, inFile) => {
  write('a.json', inFile(all({ t: S, a: S, b: S })))
  write('b.json', inFile(all({ t: S, c: S })))
  const mapping = { first: `./a.json${place}`, second: `b.json${place}` }
  const T = {
    oneOf: [{ $ref: `./a.json${place}` }, { $ref: `./b.json${place}` }],
    discriminator: { propertyName: 't', mapping },
  }
  write('spec.json', openapi({ T }))
  const codes: string[] = []
  const model = lower(await loadDocument('spec.json', folder), ({ code }) => codes.push(code))
  const shape = model?.declarations.find(({ name }) => name === 'T')?.shape
  expect(codes).toEqual([])
  expect(shape && shapeText(shape)).toMatch(/^by t \{ first: \w+, second: \w+ \}$/)
})
