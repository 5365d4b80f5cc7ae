import type { LocatedChange } from '../../compare/located-change.js'
import { stepFor } from '../../compare/schemas/rules.js'
import { printable } from '../../diagnostics/print.js'
import type { Commit } from '../../pipeline/branch/repository.js'
import type { DocumentUpdate } from '../../pipeline/branch/update-document.js'
import { probeVerdict } from '../probe-text.js'
import { changelogText } from './changelog.js'
import { countText } from './count-text.js'
import { diffReport } from './diff-report.js'
import { markdownText } from './markdown.js'
import { probeReport } from './probe-report.js'

/** What `ci --update` did for one package. */
export interface UpdatedPackage {
  readonly key: string
  readonly name: string
  readonly spec: string
  readonly update: DocumentUpdate
  readonly changes: readonly LocatedChange[]
  /** The changelog or changeset that was written. */
  readonly news?: string
}

export interface UpdateResult {
  readonly branch: string
  /** The files that differ from the last commit. */
  readonly files: readonly string[]
  readonly packages: readonly UpdatedPackage[]
  /** Absent if nothing differs, and after a dry run. */
  readonly commit?: Commit
}

/** One line per step, and the next step to take. */
export function updateSummary({ branch, files, packages, commit }: UpdateResult): string {
  const lines = packages.flatMap((each) => packageLines(each))
  if (files.length === 0) return [...lines, 'Nothing to commit.'].map(printable).join('\n')
  const count = (side: 'added' | 'removed'): number =>
    (commit?.lines ?? []).reduce((sum, each) => sum + (each[side] || 0), 0)
  const last = commit
    ? [
        `branch     ${branch}: ${countText(files.length, 'file')}, +${count('added')} −${count('removed')} lines in ${commit.id}`,
        `Push it with: git push --set-upstream origin ${branch}`,
      ]
    : [
        `Dry run: ${countText(files.length, 'file')} would be committed as ${branch}; nothing was changed.`,
      ]
  return [...lines, ...last].map(printable).join('\n')
}

function packageLines({ spec, name, update, changes, news }: UpdatedPackage): string[] {
  const { seen, applied, left, because } = update
  const why = because === undefined ? '' : `: ${because}`
  const step = stepFor(changes)
  return [
    `probe      ${spec}: ${seen ? probeVerdict(seen) : 'no server and no payloads were given.'}`,
    ...(applied > 0 ? [`document   ${spec}: ${countText(applied, 'change')} written`] : []),
    ...(left > 0 ? [`document   ${spec}: ${countText(left, 'change')} left to you${why}`] : []),
    `diff       ${name}: ${step === 'none' ? 'nothing changed for callers' : `${step}, ${countText(changes.length, 'change')}`}`,
    ...(news === undefined ? [] : [`changelog  ${news}`]),
  ]
}

/** The text for a pull request: what was seen, what was changed, what it means for callers. */
export function pullRequestText({ packages, files }: UpdateResult): string {
  if (files.length === 0) return 'Nothing changed.'
  const parts = packages.flatMap(({ name, spec, update, changes }) => {
    const { seen } = update
    if (!seen && changes.length === 0) return []
    const diff = { ...diffReport(changes, 'breaking'), name: `tagwire diff ${spec}` }
    const probe = seen && { ...probeReport(seen), name: `tagwire probe ${spec}` }
    const step = stepFor(changes)
    return [
      `## ${name}${step === 'none' ? '' : `: ${step}`}`,
      changelogText(changes),
      ...(probe ? [markdownText(probe)] : []),
      markdownText(diff),
    ]
  })
  return [...parts, '_Created by `tagwire ci --update`._'].join('\n\n')
}
