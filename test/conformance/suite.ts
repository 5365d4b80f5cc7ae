import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Validator } from '../../packages/runtime/src/validate/index.js'

/** One schema of the published suite with the values that it holds or refuses. */
export interface SuiteGroup {
  readonly file: string
  readonly description: string
  readonly schema: unknown
  readonly tests: readonly {
    readonly description: string
    readonly data: unknown
    readonly valid: boolean
  }[]
}

const repository = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Where the JSON-Schema-Test-Suite is: its folder of drafts. It belongs to others and is not an npm package,
 * so it is next to the repository, or where the variable says.
 */
export const suiteFolder: string =
  process.env.JSON_SCHEMA_TEST_SUITE ??
  path.join(repository, '../shared/corpus/conformance/json-schema-test-suite')

export const suiteExists: boolean = existsSync(path.join(suiteFolder, 'draft2020-12'))

/** The required tests of a draft; the optional ones are in subfolders. */
export function groupsOf(draft: string): SuiteGroup[] {
  const folder = path.join(suiteFolder, draft)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => {
      const groups: Omit<SuiteGroup, 'file'>[] = JSON.parse(
        readFileSync(path.join(folder, name), 'utf8'),
      )
      return groups.map((group) => ({ file: name.replace(/\.json$/, ''), ...group }))
    })
}

/** The tests of the formats of 2020-12, where formats are rules. */
export function formatGroups(): SuiteGroup[] {
  return groupsOf('draft2020-12/optional/format')
}

/**
 * Both ways to validate agree, and a value that is valid in strict mode is valid in tolerant mode.
 */
export function agrees(
  { strict, is, check }: Validator<unknown>,
  data: unknown,
  valid: boolean,
): boolean {
  const options = { formats: false }
  if (strict.is(data, options) !== valid) return false
  if ((strict.check(data, options).length === 0) !== valid) return false
  return !valid || (is(data, options) && check(data, options).length === 0)
}

/**
 * `draft | file | schema | test`: tests whose result differs from the suite's, with the reason after `#`.
 */
export const knownFailures = readFileSync(new URL('known-failures.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .map((line) => {
    const [name = '', reason = ''] = line.split(/\s+# /)
    return { name: name.trim(), reason: reason.trim(), used: false }
  })

/** The line of a test that is known to fail. */
export function knownFailure(name: string): (typeof knownFailures)[number] | undefined {
  return knownFailures.find((each) => each.name === name)
}
