import path from 'node:path'
import { findingOf } from '../diagnostics/finding.js'
import type { Changes } from '../output/changes.js'
import { type Reasons, reasonsOf } from '../pipeline/manifest.js'
import type { Prepared } from '../pipeline/many/prepare.js'
import { boundedPatch, differsInFormOnly } from './bounded-patch.js'
import type { Report } from './reports/report.js'

/** How a package on disk differs from what would be generated. */
export interface PackageDrift {
  readonly name: string
  readonly files: readonly FileDrift[]
  /** Absent if the document has errors. */
  readonly changes?: Changes
  readonly same: boolean
  readonly text: string
  /** Why it differs, if known. */
  readonly because?: string
  readonly data: object
}

export function driftOf(prepared: Prepared, cwd: string): PackageDrift {
  const { key: name, places, changes } = prepared
  const diagnostics = prepared.diagnostics.map((each) => findingOf(each, places))
  if (!changes) return { name, files: [], same: false, text: '', data: { name, diagnostics } }
  const folder = path.relative(cwd, prepared.folder).split(path.sep).join('/')
  const drift = filesOf(changes, folder)
  const reasons = drift.length === 0 ? undefined : reasonsOf(changes)
  const because = reasons && sentenceOf(reasons, drift)
  return {
    name,
    files: drift,
    changes,
    same: drift.length === 0,
    text: drift.map((each) => each.diff ?? `${each.state}: ${each.path}`).join('\n'),
    ...(because ? { because: `${name}: ${because}` } : {}),
    data: { name, diagnostics, files: drift, ...(reasons ? { reasons } : {}) },
  }
}

function sentenceOf(
  { documents, edited, generator }: Reasons,
  files: readonly FileDrift[],
): string | undefined {
  const formatted = files.filter((each) => each.formatted).length
  const byHand = edited.length - formatted
  const formatter = `${formatted} ${formatted === 1 ? 'file differs' : 'files differ'} in form only: a formatter went over generated code, so let it leave that folder out`
  const parts = [
    ...(formatted > 0 ? [formatter] : []),
    ...(documents.length > 0 ? [`${documents.join(', ')} changed since it was generated`] : []),
    ...(edited.length > 0 && byHand > 0 ? [`${edited.join(', ')} edited by hand`] : []),
    ...(generator === undefined ? [] : [`it was made by ${generator}`]),
  ]
  return parts.length === 0 ? undefined : parts.join('; ')
}

export interface FileDrift {
  readonly path: string
  readonly state: 'changed' | 'missing' | 'stray'
  readonly diff?: string
  /** Only its formatting differs. */
  readonly formatted?: true
}

/** The maximum number of patches shown. */
const MAX_PATCHES = 20

function filesOf(changes: Changes, folder: string): FileDrift[] {
  const at = (file: string): string => path.posix.join(folder, file)
  return [
    ...changes.changed.map(
      (file, index): FileDrift => ({
        path: at(file.path),
        state: 'changed',
        ...(index < MAX_PATCHES ? { diff: patchOf(at(file.path), file) } : {}),
        ...(differsInFormOnly(file.before, file.text) ? { formatted: true as const } : {}),
      }),
    ),
    ...changes.missing.map((file): FileDrift => ({ path: at(file.path), state: 'missing' })),
    ...changes.stray.map((file): FileDrift => ({ path: at(file), state: 'stray' })),
  ]
}

function patchOf(name: string, { before, text }: Changes['changed'][number]): string {
  return boundedPatch(name, before.replaceAll('\r\n', '\n'), text)
}

const STATES: Readonly<Record<FileDrift['state'], string>> = {
  changed: 'is not what the document gives',
  missing: 'is missing',
  stray: 'is made by nothing any more',
}

export function checkReport(packages: readonly PackageDrift[]): Report {
  const entries = packages.flatMap(({ name, files }) =>
    files.map(({ path: file, state, formatted }) => ({
      level: 'error' as const,
      rule: state,
      message: formatted ? 'differs in form only: a formatter went over it' : STATES[state],
      file,
      line: 1,
      section: name,
    })),
  )
  const failed = packages.filter((each) => !each.changes).map((each) => each.name)
  const summary =
    failed.length > 0
      ? `The documents of ${failed.join(', ')} have errors.`
      : entries.length === 0
        ? 'Everything is up to date.'
        : `${entries.length} generated ${entries.length === 1 ? 'file is' : 'files are'} not up to date. Run \`tagwire generate\`.`
  return { name: 'tagwire check', summary, entries }
}
