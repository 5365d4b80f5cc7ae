import type { PlacedChange } from '../../compare/placed-change.js'
import type { LoadedConfig } from '../../config/config.js'
import { printable } from '../../diagnostics/print.js'
import { applyChanges } from '../../output/write.js'
import { refuseLoosening } from '../../pipeline/branch/refuse-loosening.js'
import { type Commit, openRepository, type Repository } from '../../pipeline/branch/repository.js'
import { type DocumentUpdate, updateDocument } from '../../pipeline/branch/update-document.js'
import { readablePath } from '../../pipeline/committed-copy.js'
import { compareReadings, type ReadSpec, readSpec } from '../../pipeline/diff.js'
import { refuseLoss } from '../../pipeline/losses.js'
import { prepareAll } from '../../pipeline/many/prepare-all.js'
import { readingOf as packageReading } from '../../pipeline/package-reading.js'
import { packageNameFor } from '../../pipeline/surroundings/identity.js'
import { createConsole, type OutputFlags, showDiagnostics } from '../console.js'
import type { Host } from '../host.js'
import { writeReportFile } from '../reports/report-file.js'
import { pullRequestText, type UpdatedPackage, updateSummary } from '../reports/update-report.js'
import { readingOf, UsageError } from '../usage.js'
import { headersOf, lessonsIn, rateOf } from './probe.js'
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
  const urls = new Map(namedValues('--url', 'URL', request.url ?? [], names))
  const probe = {
    ...reading,
    headers: headersOf(request.header ?? []),
    learn: lessonsIn(request.learn ?? []),
    addOperations: request['add-operations'] === true,
    ...(request.rate === undefined ? {} : { rate: rateOf(request.rate) }),
  }
  const updates = new Map<string, { before: ReadSpec; update: DocumentUpdate }>()
  for (const [key, each] of Object.entries(config.packages)) {
    const before = await readPackage(config, key, reading)
    const [url, samples] = [urls.get(key), request.samples.get(key)]
    const update = await updateDocument(key, each, config.base, {
      ...probe,
      servers: request.servers.get(key) ?? [],
      ...(url === undefined ? {} : { url }),
      ...(samples === undefined ? {} : { samples }),
    })
    updates.set(key, { before, update })
  }
  const plans = await prepareAll(config, { ...reading, onlyLook: true })
  for (const plan of plans) {
    showDiagnostics(host, plan.diagnostics, plan.locator, { ...flags, quiet: true })
  }
  const written: UpdatedPackage[] = []
  for (const { key, folder, changes, emitsClient } of plans) {
    const known = updates.get(key)
    const own = config.packages[key]
    if (!changes || !known || !own) return undefined
    refuseLoss({ key, emitsClient }, changes)
    await applyChanges(changes)
    const after = await readPackage(config, key, reading)
    const callerChanges = compareReadings({ old: known.before, new: after }).changes ?? []
    const name = own.name ?? packageNameFor(folder)
    const news = await writeReleaseNote(config.base, { key, name, folder }, callerChanges)
    const spec = readablePath(key, own.spec)
    written.push({ key, name, spec, update: known.update, changes: callerChanges, ...news })
  }
  return written
}

async function readPackage(
  { packages, base }: LoadedConfig,
  key: string,
  reading: ReturnType<typeof readingOf>,
): Promise<ReadSpec> {
  const config = packages[key]
  if (!config) throw new TypeError(`there is no package ${key}`)
  const options = { ...reading, ...packageReading(config, base) }
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

function lineOf({ class: is, subject, message }: PlacedChange): string {
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
): [name: string, value: string][] {
  return given.map((each) => {
    const [named] = names.filter((name) => each.startsWith(`${name}=`))
    const [only, ...others] = names
    if (named !== undefined) return [named, each.slice(named.length + 1)]
    if (only === undefined || others.length > 0 || /^[\w@/.-]+=/.test(each)) {
      throw new UsageError(`${flag} must be NAME=${value}, with NAME one of ${names.join(', ')}.`)
    }
    return [only, each]
  })
}
