import path from 'node:path'
import { createTwoFilesPatch } from 'diff'
import { findingOf } from '../../diagnostics/finding.js'
import { type Changes, compareWithDisk } from '../../output/write.js'
import { type Reasons, reasonsOf } from '../../pipeline/manifest.js'
import { makePlans, type Plan } from '../../pipeline/plan.js'
import { COMMANDS } from '../command-table.js'
import { createConsole, showDiagnostics } from '../console.js'
import type { Host } from '../host.js'
import { configFor } from '../plans.js'
import { createProgress } from '../progress.js'
import { readArguments, readingOf } from '../usage.js'

export async function checkCommand(host: Host, args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args, COMMANDS.check.flags)
  const flags = { json: values.json === true, quiet: values.quiet === true }
  const cwd = host.cwd
  const out = createConsole(host, flags)
  const config = await configFor({ ...values, names: positionals }, cwd)
  const specs = Object.values(config.packages).map(({ spec }) => spec)
  const progress = createProgress(host, specs, config.base, flags)
  const options = { ...readingOf(values), phase: progress.phase, onlyLook: true }
  const plans = await makePlans(config, options).finally(progress.done)
  const results: PackageDrift[] = []
  for (const plan of plans) {
    showDiagnostics(host, plan.diagnostics, plan.places, flags)
    results.push(await driftOf(plan, cwd))
  }
  const same = results.every((each) => each.same)
  if (flags.json) {
    out.result(JSON.stringify({ same, packages: results.map(({ data }) => data) }, undefined, 2))
    return same ? 0 : 1
  }
  for (const { text } of results) if (text !== '') out.result(text)
  for (const { because } of results) if (because !== undefined) out.note(because)
  out.note(same ? 'Everything is up to date.' : 'Run `tagwire generate` to bring this up to date.')
  return same ? 0 : 1
}

interface PackageDrift {
  readonly same: boolean
  readonly text: string
  /** Why it differs, as far as that is known. */
  readonly because?: string
  readonly data: object
}

async function driftOf(plan: Plan, cwd: string): Promise<PackageDrift> {
  const places = plan.places
  const diagnostics = plan.diagnostics.map((each) => findingOf(each, places))
  if (!plan.files) return { same: false, text: '', data: { name: plan.key, diagnostics } }
  const changes = await compareWithDisk(plan.folder, plan.files)
  const folder = path.relative(cwd, plan.folder).split(path.sep).join('/')
  const drift = filesOf(changes, folder)
  const reasons = drift.length === 0 ? undefined : reasonsOf(changes)
  const because = reasons && sentenceOf(reasons)
  return {
    same: drift.length === 0,
    text: drift.map((each) => each.diff ?? `${each.state}: ${each.path}`).join('\n'),
    ...(because ? { because: `${plan.key}: ${because}` } : {}),
    data: { name: plan.key, diagnostics, files: drift, ...(reasons ? { reasons } : {}) },
  }
}

function sentenceOf({ documents, edited, generator }: Reasons): string | undefined {
  const parts = [
    ...(documents.length > 0 ? [`${documents.join(', ')} changed since it was generated`] : []),
    ...(edited.length > 0 ? [`${edited.join(', ')} edited by hand`] : []),
    ...(generator === undefined ? [] : [`it was made by ${generator}`]),
  ]
  return parts.length === 0 ? undefined : parts.join('; ')
}

interface FileDrift {
  readonly path: string
  readonly state: 'changed' | 'missing' | 'stray'
  readonly diff?: string
}

function filesOf(changes: Changes, folder: string): FileDrift[] {
  const at = (file: string): string => path.posix.join(folder, file)
  return [
    ...changes.changed.map(
      (file): FileDrift => ({
        path: at(file.path),
        state: 'changed',
        diff: createTwoFilesPatch(
          `a/${at(file.path)}`,
          `b/${at(file.path)}`,
          file.before.replaceAll('\r\n', '\n'),
          file.text,
        ).replace(/^=+\n/, ''),
      }),
    ),
    ...changes.missing.map((file): FileDrift => ({ path: at(file.path), state: 'missing' })),
    ...changes.stray.map((file): FileDrift => ({ path: at(file), state: 'stray' })),
  ]
}
