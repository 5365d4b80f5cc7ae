import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createJiti } from 'jiti'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generate } from '../../generator/src/pipeline/library.js'

/** Goes through docs/guides/16-write-an-emitter.md as a reader would, with the document of the routing service. */

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = path.join(root, 'test/docs/.cache/emitter-guide')
const guide = readFileSync(path.join(root, 'docs/guides/16-write-an-emitter.md'), 'utf8')

function block(language: string): string {
  const [, text = ''] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(guide) ?? []
  expect(text.length).toBeGreaterThan(100)
  return text
}

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(path.join(folder, 'src'), { recursive: true })
  writeFileSync(path.join(folder, 'labels.emitter.ts'), block('ts'))
  const spec = path.relative(folder, path.join(root, 'spec/routing/openapi.yaml'))
  const config = block('json').replace('openapi.yaml', spec.split(path.sep).join('/'))
  writeFileSync(path.join(folder, 'tagwire.config.json'), config)
  writeFileSync(path.join(folder, 'package.json'), '{"name": "app", "type": "module"}')
  writeFileSync(path.join(folder, 'src/titles.js'), block('js'))
  const { ok, packages } = await generate({ cwd: folder })
  expect(packages.flatMap(({ diagnostics }) => diagnostics)).toEqual([])
  expect(ok).toBe(true)
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the module has a label for each kind of each union', () => {
  const text = readFileSync(path.join(folder, 'src/api/labels.ts'), 'utf8')
  expect(text).toContain('export const labelsOfSwap: Readonly<Record<SwapKind, string>> = {')
  expect(text).toContain("smart_swap_in: 'Smart swap in',")
  expect(text.match(/^export const labelsOf/gm)?.length).toBeGreaterThan(5)
})

test('the program of the guide uses it', async () => {
  const jiti = createJiti(import.meta.url, { fsCache: false })
  const program: { titleOf(operation: object): string } = await jiti.import(
    path.join(folder, 'src/titles.js'),
  )
  const shared = { tx_index: 0, amount_in: '1', amount_out: '1' }
  expect(program.titleOf({ bank_send: {}, ...shared })).toBe('Bank send')
  expect(program.titleOf({ teleport: {}, ...shared })).toBe('Another step')
})
