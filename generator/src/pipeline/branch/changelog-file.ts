import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { writeText } from '../../output/folder.js'

const HEADING = '## Unreleased'

/** Whether the repository uses changesets. */
export function hasChangesets(base: string): boolean {
  return existsSync(path.join(base, '.changeset'))
}

/** One file per package, which the next release picks up. */
export async function writeChangeset(base: string, key: string, text: string): Promise<string> {
  const name = `.changeset/tagwire-${key.replace(/[^\w-]+/g, '-').toLowerCase()}.md`
  await writeText(path.join(base, name), text)
  return name
}

/** Inserts changes above the latest release, after existing entries under the same heading. */
export async function writeChangelog(folder: string, section: string): Promise<string> {
  const file = path.join(folder, 'CHANGELOG.md')
  const before = existsSync(file) ? await readFile(file, 'utf8') : '# Changelog\n'
  await writeText(file, withSection(before, section))
  return file
}

function withSection(text: string, section: string): string {
  const lines = text.trimEnd().split('\n')
  const unreleased = lines.indexOf(HEADING)
  const released = lines.findIndex((line, index) => index > unreleased && line.startsWith('## '))
  const at = released < 0 ? lines.length : released
  const heading = unreleased < 0 ? [HEADING, ''] : []
  const above = lines.slice(0, at)
  if (above.at(-1) !== '') above.push('')
  const below = lines.slice(at)
  const gap = below.length > 0 ? [''] : []
  return `${[...above, ...heading, section, ...gap, ...below].join('\n')}\n`
}
