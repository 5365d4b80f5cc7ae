import type { LocatedChange } from '../../compare/located-change.js'
import type { PackageConfig } from '../../config/options.js'
import { type Diagnostic, Fault } from '../../diagnostics/diagnostic.js'
import { findingOf } from '../../diagnostics/finding.js'
import { type Locator, locatorOf } from '../../diagnostics/print.js'
import type { OperationFilter } from '../../model/operations/filter.js'
import { isElsewhere, readablePath, writeCopy } from '../../pipeline/committed-copy.js'
import { compareSpecs } from '../../pipeline/diff.js'
import { readNamedSpec } from '../../pipeline/read-named-spec.js'
import { changesText, verdictText } from '../changes-text.js'
import { readArguments, readingOf } from '../command-line.js'
import { COMMANDS } from '../command-table.js'
import { createConsole, NOWHERE, showDiagnostics } from '../console.js'
import type { Host } from '../host.js'
import { commandLine } from '../next-steps.js'
import { configFor } from '../selected-packages.js'

/** Fetches remote documents, and replaces the committed copies of those without errors. */
export async function updateCommand(host: Host, args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args, COMMANDS.update.flags)
  const flags = { json: values.json === true, quiet: values.quiet === true }
  const out = createConsole(host, flags)
  const config = await configFor({ config: values.config, names: positionals }, host.cwd)
  const reading = readingOf(values)
  const packages = []
  let ok = true
  const elsewhere = Object.entries(config.packages).filter(([, { spec }]) => isElsewhere(spec))
  for (const [key, own] of elsewhere) {
    const { errors, locator, written, changes } = await updateCopy(key, own, config.base, reading)
    showDiagnostics(host, errors, locator, flags)
    const diagnostics = errors.map((each) => findingOf(each, locator))
    packages.push({ name: key, diagnostics, written, ...(changes ? { changes } : {}) })
    if (errors.length > 0) {
      ok = false
      out.note(`${key}: the copy stays as it was.`)
      continue
    }
    if (flags.json) continue
    if (changes && changes.length > 0) out.result(changesText(changes, { color: out.color }))
    out.note(`${key}: ${written.length === 0 ? 'up to date' : `${written.join(', ')} written`}.`)
    if (changes && written.length > 0) out.note(verdictText(changes))
  }
  if (elsewhere.length === 0) out.note('No package has a URL or a git reference as its spec.')
  if (flags.json) out.result(JSON.stringify({ ok, packages }, undefined, 2))
  if (packages.some(({ written }) => written.length > 0)) {
    out.note(`Next: ${commandLine(host, 'generate')}`)
  }
  return ok ? 0 : 1
}

interface Update {
  /** Why the copy stays as it was. */
  readonly errors: readonly Diagnostic[]
  readonly locator: Locator
  readonly written: readonly string[]
  readonly changes?: readonly LocatedChange[] | undefined
}

interface ReadingFlags {
  readonly strict: boolean
  readonly allowRemote: boolean
}

/** A document that cannot be fetched does not affect the others. */
async function updateCopy(
  key: string,
  config: PackageConfig,
  base: string,
  reading: ReadingFlags,
): Promise<Update> {
  const { spec } = config
  try {
    const options = { ...reading, ...selectionOf(config) }
    const { document, model, diagnostics } = await readNamedSpec(spec, base, options)
    const locator = locatorOf(document)
    const errors = diagnostics.filter((each) => each.severity === 'error')
    if (!model) return { errors, locator, written: [] }
    const changes = await changesSince(readablePath(key, spec), spec, base, options)
    const { files: written } = await writeCopy(base, key, spec, document)
    return { errors: [], locator, written, changes }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { errors: error.diagnostics, locator: NOWHERE, written: [] }
  }
}

/** The operations that are in the package; what happens to the others concerns none of its callers. */
function selectionOf({ include, exclude }: PackageConfig): OperationFilter {
  return { ...(include ? { include } : {}), ...(exclude ? { exclude } : {}) }
}

/** What changed for callers since the copy was made; `undefined` if there is no copy. */
async function changesSince(
  copy: string,
  spec: string,
  base: string,
  reading: ReadingFlags & OperationFilter,
): Promise<readonly LocatedChange[] | undefined> {
  try {
    return (await compareSpecs(copy, spec, base, reading)).changes
  } catch (error) {
    if (error instanceof Fault) return undefined
    throw error
  }
}
