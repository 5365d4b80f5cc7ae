import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const repository = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Prints the result of `eval` there, and how many validators reported an invalid value in every way.
 */
const PROGRAM = `
const names = ['@tagwire/routing/validate', '@tagwire/node-rpc/validate']
const tables = await Promise.all(names.map(async (name) => (await import(name)).validators))
const refused = () => { try { return new Function('return false')() } catch { return true } }
const told = tables.flatMap(Object.values).filter((each) =>
  [each, each.strict].every((one) => !one.is(Symbol()) && one.check(Symbol()).length > 0 &&
    Array.isArray(one.drift({ a: 1 })) && one['~standard'].validate(Symbol()).issues))
const all = tables.flatMap(Object.keys).length
console.log(JSON.stringify({ refused: refused(), all, told: told.length }))
`

test('where no text may become code, as under a strict Content-Security-Policy, all validators work', () => {
  const flags = ['--disallow-code-generation-from-strings', '--input-type=module']
  const printed = execFileSync(process.execPath, [...flags, '--eval', PROGRAM], {
    cwd: repository,
    encoding: 'utf8',
  })
  const { refused, all, told }: { refused: boolean; all: number; told: number } =
    JSON.parse(printed)
  expect(refused).toBe(true)
  expect(all).toBeGreaterThan(200)
  expect(all - told).toBeLessThan(10)
})
