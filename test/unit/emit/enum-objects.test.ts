import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { generatePackage } from '../../../generator/src/pipeline/generate-package.js'
import { schemasOnly, textOf } from '../lower/generate.fixture.js'

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-enum-objects-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function readmeOf(schemas: object, hasEnumObjects: boolean): Promise<string> {
  writeFileSync(path.join(folder, 'spec.json'), JSON.stringify(schemasOnly(schemas)))
  const identity = { name: '@acme/shop', version: '1.0.0', runtime: '^1.0.0', hasEnumObjects }
  return textOf(await generatePackage('spec.json', folder, identity), 'README.md')
}

const State = { type: 'string', enum: ['paid-later', '`'] }

test('the README shows the first enum that is an object', async () => {
  const plain = { type: 'integer', enum: [1, 2] }
  const readme = await readmeOf({ Plain: plain, Order: { type: 'object' }, State }, true)
  expect(readme).toContain(`## Enums by name

\`\`\`ts
import { State } from '@acme/shop'

export const value: State = State.PaidLater // 'paid-later'
\`\`\`
`)
})

test.each<[string, object, boolean]>([
  ['the option is off', { State }, false],
  ['there is none with names', { Plain: { type: 'integer', enum: [1, 2] } }, true],
])('but nothing if %s', async (_, schemas, hasEnumObjects) => {
  expect(await readmeOf(schemas, hasEnumObjects)).not.toContain('Enums by name')
})
