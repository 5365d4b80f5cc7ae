import type { Diagnostic } from '../diagnostics/diagnostic.js'
import { type Locator, printDiagnostic } from '../diagnostics/print.js'
import type { Host, Output } from './host.js'

/** The output of a command: results on stdout, everything about the run on stderr. */
export interface Console {
  readonly result: (text: string) => void
  readonly note: (text: string) => void
  readonly color: boolean
}

export interface OutputFlags {
  readonly json: boolean
  readonly quiet: boolean
}

export function createConsole(host: Host, flags: OutputFlags): Console {
  return {
    result: (text) => {
      host.stdout.write(`${text}\n`)
    },
    note: (text) => {
      if (!flags.quiet && !flags.json) host.stderr.write(`${text}\n`)
    },
    color: wantsColor(host.stderr, host.env),
  }
}

/** https://no-color.org, https://force-color.org, and no colour into a pipe. */
export function wantsColor(stream: Output, env: Host['env']): boolean {
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0'
  return stream.isTTY === true && env.TERM !== 'dumb'
}

/** Prints diagnostics; with `--quiet`, only errors. */
export function showDiagnostics(
  { stderr, env }: Host,
  diagnostics: readonly Diagnostic[],
  locator: Locator,
  flags: OutputFlags,
): void {
  if (flags.json) return
  const color = wantsColor(stderr, env)
  const shown = flags.quiet ? diagnostics.filter((each) => each.severity === 'error') : diagnostics
  for (const each of shown) {
    stderr.write(`${printDiagnostic(each, locator, { color })}\n\n`)
  }
  if (shown.length > 0) stderr.write(`${countText(shown)}\n`)
}

function countText(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter((each) => each.severity === 'error').length
  const warnings = diagnostics.length - errors
  const parts = [
    ...(errors > 0 ? [`${errors} ${errors === 1 ? 'error' : 'errors'}`] : []),
    ...(warnings > 0 ? [`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`] : []),
  ]
  return parts.join(', ')
}

export const NOWHERE: Locator = {
  locate: () => ({ line: 1, column: 1 }),
  textOf: () => undefined,
}
