import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { codeHash, hashOf, toolFingerprint } from '../../../generator/src/output/fingerprint.js'

const repository = path.resolve(import.meta.dirname, '../../..')
const read = (file: string): string => readFileSync(path.join(repository, file), 'utf8')

test('is of the tool and of the runtime, which draws samples and is copied into apps', () => {
  expect(toolFingerprint()).toBe(hashOf(codeHash(), read('packages/runtime/dist/build.txt').trim()))
})

test('of the runtime changes with each of its sources', () => {
  const folder = path.join(repository, 'packages/runtime/src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const hash = createHash('sha256')
  for (const file of files.filter((each) => each.endsWith('.ts')).sort()) {
    hash.update(file).update('\0')
    hash.update(readFileSync(path.join(folder, file))).update('\0')
  }
  expect(read('packages/runtime/dist/build.txt').trim()).toBe(hash.digest('base64url'))
})
