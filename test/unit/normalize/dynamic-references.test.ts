import { expect, test } from 'vitest'
import { resolveDynamicReferences } from '../../../generator/src/normalize/dynamic-references.js'
import type { Document } from '../../../generator/src/source/document.js'
import { documentWith, valueAt } from './documents.fixture.js'

const Page = {
  $defs: { item: { $dynamicAnchor: 'item' } },
  type: 'array',
  items: { $dynamicRef: '#item' },
}
const pageOf = (name: string): object => ({
  $ref: '#/components/schemas/Page',
  $defs: { item: { $dynamicAnchor: 'item', $ref: `#/components/schemas/${name}` } },
})

/** What the items of a page are, after its references were followed. */
function itemsOf(document: Document, name: string): unknown {
  const value = valueAt(document, 'components', 'schemas', name, 'items')
  const found = document.resolve({ value, source: document.root.source })
  return 'code' in found ? found : found.source.pointer
}

test('each use of a template has the items that it binds', async () => {
  const schemas = { Page, Users: pageOf('User'), Orders: pageOf('Order'), User: {}, Order: {} }
  const document = resolveDynamicReferences(await documentWith({ components: { schemas } }))
  expect(valueAt(document, 'components', 'schemas', 'Users', 'type')).toBe('array')
  expect(itemsOf(document, 'Users')).toBe('/components/schemas/User')
  expect(itemsOf(document, 'Orders')).toBe('/components/schemas/Order')
})

test('a place in a copy is reported at its place in the template', async () => {
  const schemas = { Page, Users: pageOf('User'), User: {} }
  const document = resolveDynamicReferences(await documentWith({ components: { schemas } }))
  const copy = { file: 'spec.json', pointer: '/components/schemas/Users/items' }
  expect(document.origin?.(copy)).toEqual({ ...copy, pointer: '/components/schemas/Page/items' })
})

test('a document without templates is returned unchanged', async () => {
  const document = await documentWith({ components: { schemas: { A: { type: 'array' } } } })
  expect(resolveDynamicReferences(document)).toBe(document)
})
