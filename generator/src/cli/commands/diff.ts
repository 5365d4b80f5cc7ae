import { type ChangeClass, isAtLeast, isChangeClass } from '../../compare/rules.js'
import { compareSpecs, type DiffResult, diffResultOf } from '../../pipeline/diff.js'
import { changesText, verdictText } from '../changes-text.js'
import { COMMANDS } from '../command-table.js'
import { createConsole, type OutputFlags, showDiagnostics, wantsColor } from '../console.js'
import type { Host } from '../host.js'
import { readArguments, readingOf, UsageError } from '../usage.js'

export async function diffCommand(host: Host, args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args, COMMANDS.diff.flags)
  const [before, after, ...others] = positionals
  if (before === undefined || after === undefined || others.length > 0) {
    throw new UsageError('diff takes two documents, the old one and the new one.')
  }
  const failOn = failOnOf(values['fail-on'])
  const flags = { json: values.json === true, quiet: values.quiet === true }
  const compared = await compareSpecs(before, after, host.cwd, readingOf(values))
  for (const { diagnostics, places } of [compared.old, compared.new]) {
    // Warnings say nothing about what changed; inspect and generate show them.
    const errors = diagnostics.filter((each) => each.severity === 'error')
    showDiagnostics(host, errors, places, flags)
  }
  show(host, diffResultOf(compared), failOn, flags)
  const { changes } = compared
  return changes && !changes.some((each) => isAtLeast(each, failOn)) ? 0 : 1
}

function failOnOf(word: string | undefined): ChangeClass {
  if (word === undefined) return 'breaking'
  if (isChangeClass(word) && word !== 'docs') return word
  throw new UsageError('--fail-on is breaking or additive.')
}

/** With `--quiet` only what makes the command fail. */
function show(host: Host, result: DiffResult, failOn: ChangeClass, flags: OutputFlags): void {
  const out = createConsole(host, flags)
  if (flags.json) {
    out.result(JSON.stringify(result, undefined, 2))
    return
  }
  if (!result.changes) return
  const style = { color: wantsColor(host.stdout, host.env) }
  const shown = flags.quiet
    ? result.changes.filter((each) => isAtLeast(each, failOn))
    : result.changes
  if (shown.length > 0) out.result(changesText(shown, style))
  if (!flags.quiet) out.result(verdictText(result.changes))
}
