import { beforeAll, describe, expect, test } from 'vitest'
import type { GeneratedFiles } from '../../generator/src/pipeline/generate-package.js'
import { filesOf, generateCase, goldenCases, inCommon, storedFiles, storeFiles } from './cases.js'

/** `UPDATE=1` writes the generated files; read the diff before you commit it. */
const update = process.env.UPDATE === '1'

const STRICT_TOO = new Set(['http', 'openrpc'])

test('the cases were found', () => {
  expect(goldenCases.length).toBeGreaterThan(40)
})

describe.each(goldenCases)('$name', (golden) => {
  let made: GeneratedFiles
  beforeAll(async () => {
    made = await generateCase(golden)
    if (update) await storeFiles(golden, filesOf(golden, made))
  })

  test('generates the expected files and messages', async () => {
    const files = filesOf(golden, made)
    const stored = await storedFiles(golden)
    expect([...files.keys()].sort()).toEqual([...stored.keys()].sort())
    for (const [name, text] of files) expect(text, name).toBe(stored.get(name))
  })

  test('is written exactly when there are no errors, and with --strict only without warnings', async () => {
    const errors = made.diagnostics.filter((each) => each.severity === 'error')
    expect(made.files === undefined).toBe(errors.length > 0)
    expect(made.files === undefined).toBe(golden.name.startsWith('bad-'))

    // Where nothing was reported, strictness has nothing to act on: two whole packages show that.
    if (made.diagnostics.length === 0 && !STRICT_TOO.has(golden.name)) return
    const strict = await generateCase(golden, { strict: true })
    expect(strict.files).toEqual(made.diagnostics.length > 0 ? undefined : made.files)
    // Some warnings are about names of the package, which is not made any more.
    const messages = new Set(made.diagnostics.map((each) => each.message))
    for (const { severity, message } of strict.diagnostics) {
      expect(severity).toBe('error')
      expect(messages).toContain(message)
    }
  })

  test('has the same types, unions and enums when only the client is generated', async () => {
    const client = await generateCase(golden, {}, ['client'])
    expect(inCommon(client)).toEqual(inCommon(made))
  })
})
