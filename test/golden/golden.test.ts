import { beforeAll, describe, expect, test } from 'vitest'
import { filesOf, generateCase, goldenCases, storedFiles, storeFiles } from './cases.js'

/** `UPDATE=1` writes what is made now; read the difference before it is committed. */
const update = process.env.UPDATE === '1'

test('the cases were found', () => {
  expect(goldenCases.length).toBeGreaterThan(40)
})

describe.each(goldenCases)('$name', (golden) => {
  beforeAll(async () => {
    if (update) await storeFiles(golden, filesOf(golden, await generateCase(golden)))
  })

  test('gives the expected files and messages', async () => {
    const made = filesOf(golden, await generateCase(golden))
    const stored = await storedFiles(golden)
    expect([...made.keys()].sort()).toEqual([...stored.keys()].sort())
    for (const [name, text] of made) expect(text, name).toBe(stored.get(name))
  })

  test('is written exactly when there are no errors, and with --strict only without warnings', async () => {
    const plan = await generateCase(golden)
    const errors = plan.diagnostics.filter((each) => each.severity === 'error')
    expect(plan.files === undefined).toBe(errors.length > 0)
    expect(plan.files === undefined).toBe(golden.name.startsWith('bad-'))

    const strict = await generateCase(golden, { strict: true })
    expect(strict.files === undefined).toBe(plan.diagnostics.length > 0)
    // Some warnings are about names of the package, which is not made any more.
    const messages = new Set(plan.diagnostics.map((each) => each.message))
    for (const { severity, message } of strict.diagnostics) {
      expect(severity).toBe('error')
      expect(messages).toContain(message)
    }
  })
})
