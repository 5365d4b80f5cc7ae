import { appendFileSync } from 'node:fs'
import type { Host } from '../host.js'
import { githubText } from './github-annotations.js'
import { markdownText } from './markdown.js'
import type { Report } from './report.js'

/**
 * In a step of GitHub Actions: annotations, and a section of the job summary. Annotations go to stderr, which
 * the runner reads too, so that stdout is the same everywhere.
 */
export function reportToActions({ env, stderr }: Host, report: Report): void {
  if (env.GITHUB_ACTIONS !== 'true') return
  const lines = githubText(report)
  if (lines !== '') stderr.write(`${lines}\n`)
  const file = env.GITHUB_STEP_SUMMARY
  if (file === undefined || file === '') return
  try {
    appendFileSync(file, `${markdownText(report)}\n\n`)
  } catch {
    stderr.write('The summary of the step cannot be written.\n')
  }
}

/** In a step of GitHub Actions: its outputs, for the steps after it. */
export function outputsToActions(
  { env, stderr }: Host,
  outputs: Readonly<Record<string, string>>,
): void {
  const file = env.GITHUB_OUTPUT
  if (env.GITHUB_ACTIONS !== 'true' || file === undefined || file === '') return
  const lines = Object.entries(outputs).map(([name, value]) => `${name}=${value}\n`)
  try {
    appendFileSync(file, lines.join(''))
  } catch {
    stderr.write('The outputs of the step cannot be written.\n')
  }
}
