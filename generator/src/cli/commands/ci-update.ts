import type { LocatedChange } from '../../compare/located-change.js'
import type { LoadedConfig } from '../../config/config.js'
import { type NamedPackage, withLines } from '../../config/packages-and-lines.js'
import { printable } from '../../diagnostics/print.js'
import { applyChanges } from '../../output/apply-changes.js'
import { generateAll } from '../../pipeline/all-packages/generate-all.js'
import { refuseLoosening } from '../../pipeline/branch/refuse-loosening.js'
import { type Commit, openRepository, type Repository } from '../../pipeline/branch/repository.js'
import { type DocumentUpdate, updateDocument } from '../../pipeline/branch/update-document.js'
import { refuseClientLoss } from '../../pipeline/client-loss.js'
import { readablePath } from '../../pipeline/committed-copy.js'
import { compareReadings, type ReadSpec, readSpec } from '../../pipeline/diff.js'
import { readOptionsOf } from '../../pipeline/package-read-options.js'
import { packageNameFor } from '../../pipeline/surroundings/output-options.js'
import { readingOf, UsageError } from '../command-line.js'
import { createConsole, type OutputFlags, showDiagnostics } from '../console.js'
import type { Host } from '../host.js'
import { pullRequestText, type UpdatedPackage, updateSummary } from '../reports/update-report.js'
import { writeReportFile } from '../reports/write-report-file.js'
import { headersByPackage } from '../request-headers.js'
import { lessonsIn, rateOf } from './probe.js'
import { writeReleaseNote } from './write-release-note.js'

/** The flags of `ci --update`. */
export interface UpdateRequest {
  readonly url?: readonly string[] | undefined
  readonly header?: readonly string[] | undefined
  readonly rate?: string | undefined
  readonly learn?: readonly string[] | undefined
  readonly 'add-operations'?: boolean | undefined
  readonly 'allow-loosening'?: boolean | undefined
  readonly branch?: string | undefined
  readonly 'dry-run'?: boolean | undefined
  readonly markdown?: string | undefined
  readonly strict?: boolean | undefined
  readonly 'allow-remote'?: boolean | undefined
  /** Folders of payloads by the name of the package. */
  readonly samples: ReadonlyMap<string, string>
  /** Further servers by the name of the package. */
  readonly servers: ReadonlyMap<string, readonly string[]>
}

const BRANCH = 'tagwire/update'
const ONLY_UPDATE = [
  'url',
  'header',
  'rate',
  'branch',
  'dry-run',
  'learn',
  'add-operations',
  'allow-loosening',
] as const

export function refuseWithoutUpdate(
  values: Partial<Omit<UpdateRequest, 'samples' | 'servers'>>,
): void {
  const flag = ONLY_UPDATE.find((name) => values[name] !== undefined)
  if (flag !== undefined) throw new UsageError(`--${flag} requires --update.`)
}

/** What has no meaning for an update would be silently without effect. */
const NEVER_UPDATE = ['base', 'for', 'fail-on', 'breaking', 'accepted', 'sarif', 'junit'] as const

export function refuseWithUpdate(
  values: Readonly<Partial<Record<(typeof NEVER_UPDATE)[number], unknown>>>,
): void {
  const flag = NEVER_UPDATE.find((name) => values[name] !== undefined)
  if (flag !== undefined) throw new UsageError(`--${flag} cannot be combined with --update.`)
}

/** Turns recorded payloads into a branch that is ready to push, or reverts all changes. */
export async function updateBranch(
  host: Host,
  config: LoadedConfig,
  request: UpdateRequest,
  flags: OutputFlags,
): Promise<number> {
  const branch = request.branch ?? BRANCH
  const repository = await openRepository(config.base, branch)
  let commit: Commit | undefined
  try {
    const packages = await updatePackages(host, config, request, flags)
    const files = packages ? await repository.changed() : []
    if (packages && request['allow-loosening'] !== true) refuseLoosening(packages)
    if (packages && files.length > 0 && request['dry-run'] !== true) {
      commit = await repository.commitAs(branch, messageOf(packages), files)
    }
    if (!packages) return 1
    const result = { branch, files, packages, ...(commit ? { commit } : {}) }
    if (request.markdown !== undefined) {
      // After the commit, because the text is for the pull request and not for the repository.
      await restore(repository, commit)
      writeReportFile(host.cwd, request.markdown, pullRequestText(result))
    }
    const out = createConsole(host, flags)
    if (flags.json) out.result(JSON.stringify(result, undefined, 2))
    else if (!flags.quiet || files.length > 0) out.result(updateSummary(result))
    return packages.every(isAnswered) ? 0 : 1
  } finally {
    await restore(repository, commit)
  }
}

async function restore(repository: Repository, commit: Commit | undefined): Promise<void> {
  if (!commit) await repository.putBack()
}

/** Whether something was compared, or there was nothing to compare with. */
function isAnswered({ update }: UpdatedPackage): boolean {
  const { seen } = update
  return !seen || seen.counts.pass + seen.counts.drift + seen.counts.mismatch > 0
}

/** Everything up to the commit; `undefined` if a document has errors. */
async function updatePackages(
  host: Host,
  config: LoadedConfig,
  request: UpdateRequest,
  flags: OutputFlags,
): Promise<UpdatedPackage[] | undefined> {
  const reading = readingOf(request)
  const names = Object.keys(config.packages)
  const all = withLines(config.packages)
  const lines = all.flatMap(({ name, line }) => (line === undefined ? [] : [name]))
  const urls = new Map(namedValues('--url', 'URL', request.url ?? [], names, lines))
  const probe = {
    ...reading,
    learn: lessonsIn(request.learn ?? []),
    addOperations: request['add-operations'] === true,
    ...(request.rate === undefined ? {} : { rate: rateOf(request.rate) }),
  }
  const headers = headersByPackage(request.header ?? [], host.env, [...names, ...lines])
  const befores = new Map<string, ReadSpec>()
  const updates = new Map<string, DocumentUpdate>()
  // All of them as they are now: what is written for one may be read for another.
  for (const named of all) befores.set(named.name, await readPackage(config, named, reading))
  for (const { name, key, line, config: each } of all) {
    const [url, samples] = [urls.get(name), request.samples.get(name)]
    // The copy of a remote document was just fetched for the package itself.
    const own = line === undefined ? each : { ...each, spec: readablePath(key, each.spec) }
    const update = await updateDocument(key, own, config.base, {
      ...probe,
      headers: headers(name),
      servers: request.servers.get(name) ?? [],
      ...(url === undefined ? {} : { url }),
      ...(samples === undefined ? {} : { samples }),
    })
    updates.set(name, update)
  }
  const plans = await generateAll(config, { ...reading, onlyLook: true })
  for (const plan of plans) {
    showDiagnostics(host, plan.diagnostics, plan.locator, { ...flags, quiet: true })
  }
  const written: UpdatedPackage[] = []
  for (const { key, folder, changes, emitsClient } of plans) {
    const own = config.packages[key]
    if (!changes || !own) return undefined
    refuseClientLoss({ key, emitsClient }, changes)
    await applyChanges(changes)
    const name = own.name ?? packageNameFor(folder)
    const spec = readablePath(key, own.spec)
    const found: UpdatedPackage[] = []
    for (const named of all.filter((each) => each.key === key)) {
      const [old, update] = [befores.get(named.name), updates.get(named.name)]
      if (!old || !update) return undefined
      const after = await readPackage(config, named, reading)
      const policy = own.policy ? { policy: own.policy } : {}
      const compared = compareReadings({ old, new: after }, policy).changes ?? []
      const changes = notIn(found[0]?.changes ?? [], compared)
      const shown = named.line === undefined ? name : `${name}/${named.line}`
      found.push({ key: named.name, name: shown, spec, update, changes })
    }
    const [first, ...ofLines] = found
    if (!first) return undefined
    const callerChanges = found.flatMap((each) => each.changes)
    const news = await writeReleaseNote(config.base, { key, name, folder }, callerChanges)
    written.push({ ...first, ...news }, ...ofLines.filter(isWorthReporting))
  }
  return written
}

/** A line that was probed, or changed. */
function isWorthReporting({ update, changes }: UpdatedPackage): boolean {
  return update.seen !== undefined || changes.length > 0
}

/** Most changes of a document are in all of its lines: these are reported once. */
function notIn(
  known: readonly LocatedChange[],
  changes: readonly LocatedChange[],
): LocatedChange[] {
  const textOf = (each: LocatedChange) => JSON.stringify([each.class, each.subject, each.message])
  const texts = new Set(known.map(textOf))
  return changes.filter((each) => !texts.has(textOf(each)))
}

async function readPackage(
  { base }: LoadedConfig,
  { key, config }: NamedPackage,
  reading: ReturnType<typeof readingOf>,
): Promise<ReadSpec> {
  const options = { ...reading, ...readOptionsOf(config, base) }
  return readSpec(readablePath(key, config.spec), base, options)
}

function messageOf(packages: readonly UpdatedPackage[]): string {
  const specs = [...new Set(packages.filter(hasNews).map((each) => each.spec))]
  const what = specs.length > 0 ? specs.join(', ') : 'generated packages'
  const lines = packages.flatMap(({ changes }) => changes.map(lineOf))
  const shown = lines.slice(0, MAX_LINES)
  const more = lines.length - shown.length
  const body = [...shown, ...(more > 0 ? [`and ${more} more`] : [])]
  return [`Update ${what} to observed behaviour`, '', ...body].map(printable).join('\n').trimEnd()
}

const MAX_LINES = 50

function lineOf({ class: is, subject, message }: LocatedChange): string {
  return `${is}: ${subject} ${message}`
}

function hasNews({ update, changes }: UpdatedPackage): boolean {
  return update.applied > 0 || changes.length > 0
}

/** `NAME=VALUE`, or only the value if there is only one package. */
export function namedValues(
  flag: string,
  value: string,
  given: readonly string[],
  names: readonly string[],
  lines: readonly string[] = [],
): [name: string, value: string][] {
  const all = [...names, ...lines]
  return given.map((each) => {
    const [named] = all.filter((name) => each.startsWith(`${name}=`))
    const [only, ...others] = names
    if (named !== undefined) return [named, each.slice(named.length + 1)]
    if (only === undefined || others.length > 0 || /^[\w@/.-]+=/.test(each)) {
      throw new UsageError(`${flag} must be NAME=${value}, with NAME one of ${all.join(', ')}.`)
    }
    return [only, each]
  })
}
