import path from 'node:path'
import type { LocatedChange } from '../../compare/located-change.js'
import { stepFor } from '../../compare/schemas/rules.js'
import {
  hasChangesets,
  writeChangelog,
  writeChangeset,
} from '../../pipeline/branch/changelog-file.js'
import { isInsidePackage } from '../../pipeline/surroundings/inside-package.js'
import { changelogText, changesetText } from '../reports/changelog.js'

interface Updated {
  readonly key: string
  readonly name: string
  readonly folder: string
}

/** Writes what changed to the changelog or changeset; sources inside an app are released with it. */
export async function writeReleaseNote(
  base: string,
  { key, name, folder }: Updated,
  changes: readonly LocatedChange[],
): Promise<{ readonly news?: string }> {
  if (stepFor(changes) === 'none' || isInsidePackage(folder, name)) return {}
  const file = hasChangesets(base)
    ? await writeChangeset(base, key, changesetText(changes, [name]))
    : await writeChangelog(folder, changelogText(changes))
  return { news: path.relative(base, path.resolve(base, file)).split(path.sep).join('/') }
}
