import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

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
