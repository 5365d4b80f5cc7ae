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
 * Where the JSON-Schema-Test-Suite is: its folder of drafts. It is data of others and no package that
 * can be installed everywhere, so it stands beside the repository or where the variable says.
 */
export const suiteFolder: string =
  process.env.JSON_SCHEMA_TEST_SUITE ??
  path.join(repository, '../shared/corpus/conformance/json-schema-test-suite')

export const suiteExists: boolean = existsSync(path.join(suiteFolder, 'draft2020-12'))

/** The required tests of a draft; the optional ones stand in folders below. */
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

/** Both ways to ask agree, and what holds to the letter holds in tolerant reading. */
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

/** `draft | file | schema | test`: what is not read as the suite has it, a reason behind `#`. */
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
