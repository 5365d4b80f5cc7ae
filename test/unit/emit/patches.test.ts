import { readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import {
  contextFor,
  draw,
  type OpenAPI3,
} from '../../../generator/src/emit/http/openapi-typescript.js'
import { printed } from '../../../generator/src/emit/typescript/morph.js'
import { KINDS } from '../../../generator/src/emit/typescript/structures.js'

/** What each patch changes: `generator/vendor/patches`. */
const folder = fileURLToPath(new URL('../../../generator/vendor/patches', import.meta.url))

interface Script {
  readonly patching: (folder: string) => {
    readonly plugin: { readonly transform: (code: string, id: string) => object | null }
    readonly check: () => void
  }
}

const PATCHES: Readonly<Record<string, () => void>> = {
  // The original copies all operations for each that it adds: seconds for ten thousand.
  'openapi-typescript/add-operations-in-place.patch'() {
    const context = contextFor(false)
    draw(documentOf(['a']), context)
    const [operations] = context.injectFooter
    const members = membersOf(operations)
    draw(documentOf(['b', 'c']), context)
    expect(context.injectFooter).toEqual([operations])
    expect(membersOf(operations)).toBe(members)
    expect(members).toHaveLength(3)
  },
  // The original looks up every character in a set: a tenth of the time of large documents.
  'ts-morph/skip-plain-characters.patch'() {
    const lookedUp = vi.spyOn(Set.prototype, 'has')
    const text = 'plain '.repeat(100)
    const made = printed({ kind: KINDS.type, name: 'T', type: `'${text}'` })
    const looks = lookedUp.mock.calls.length
    lookedUp.mockRestore()
    expect(made).toBe(`type T = '${text}';`)
    expect(looks).toBeLessThan(text.length)
  },
}

test('every patch is tested', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const patches = files.map((each) => each.replaceAll(path.sep, '/'))
  expect(patches.filter((each) => each.endsWith('.patch')).sort()).toEqual(
    Object.keys(PATCHES).sort(),
  )
})

test.each(Object.entries(PATCHES))('%s', (_, expectChange) => expectChange())

test('a patch that does not fit, or whose module is gone, fails the build', async () => {
  const script = new URL('../../../generator/scripts/vendor/patches.mjs', import.meta.url)
  const { patching }: Script = await import(script.href)
  const unused = patching(path.join(folder, 'openapi-typescript'))
  expect(unused.plugin.transform('export {}', '/elsewhere.mjs')).toBeNull()
  expect(() => unused.check()).toThrow('no module for add-operations-in-place.patch')
  const module = '/dist/transform/operation-object.mjs'
  expect(() =>
    patching(path.join(folder, 'openapi-typescript')).plugin.transform('export {}', module),
  ).toThrow(`add-operations-in-place.patch does not fit ${module}`)
})

function documentOf(ids: readonly string[]): OpenAPI3 {
  const paths = ids.map((operationId) => [`/${operationId}`, { get: { operationId } }])
  return { openapi: '3.1.0', info: { title: '', version: '' }, paths: Object.fromEntries(paths) }
}

function membersOf(node: unknown): unknown {
  return node instanceof Object && 'members' in node ? node.members : undefined
}
