import path from 'node:path'
import type { Note } from '../../compare/schemas/notes.js'
import type { LoadedConfig } from '../../config/config.js'
import type { PackageConfig } from '../../config/options.js'
import { type NamedPackage, withLines } from '../../config/packages-and-lines.js'
import { Fault } from '../../diagnostics/diagnostic.js'
import { type CompareOptions, compareReadings, readSpec, type SpecComparison } from '../diff.js'
import { packageDocument } from '../package-read-options.js'
import type { ReadOptions } from '../read-model.js'
import { redactSpec } from '../redact-spec.js'
import { manifestIn } from '../surroundings/workspace.js'
import { type CommitFiles, openCommit, whereParted } from './commit-files.js'
import { configOfCommit } from './config-of-commit.js'

/** The comparison of one package with the base. */
export interface PackageComparison {
  /** The document, and the package as well if several packages share the document. */
  readonly name: string
  /** Absent if there is nothing to compare with, which `says` explains. */
  readonly compared?: SpecComparison
  readonly says?: string
  /** An npm name that only the base has: whoever imports it gets no new version. */
  readonly gone?: string
  /** Its key in the configuration, or in the one of the base if it is gone. */
  readonly key: string
}

export interface Base {
  /** A commit; with three trailing dots, the merge base of that commit and the current branch. */
  readonly ref: string
  /** Also report packages that only the base has. */
  readonly wholeConfig: boolean
}

interface Side {
  readonly key: string
  readonly file: string
  readonly reading: ReadOptions
}

/**
 * Compares the input of packages with that of the base: documents with their overlays and selected
 * operations, each side according to its own configuration.
 */
export async function comparePackages(
  config: LoadedConfig,
  { ref: named, wholeConfig }: Base,
  cwd: string,
  options: ReadOptions & CompareOptions,
): Promise<PackageComparison[]> {
  const ref = await commitFor(named, config.base)
  const commit = await openCommit(ref, config.base)
  try {
    const { old, remark } = await oldConfig(commit, config, named)
    const found: (PackageComparison & { readonly spec: string })[] = []
    const seen = new Set<string>()
    for (const named of withLines(config.packages)) {
      const { name: key, config: each, line } = named
      const now = { key, ...packageDocument(named.key, each, config.base, cwd) }
      const before = sideBefore(old, commit, named, config)
      const breaking = breakingFor(each, options)
      const same = JSON.stringify([
        now.file,
        now.reading,
        before?.file,
        before?.reading,
        breaking,
        each.policy,
        each.acceptedBreaks,
      ])
      if (seen.has(same)) continue
      seen.add(same)
      const result = await compareSides(before, now, commit, {
        isLine: line !== undefined,
        cwd,
        prefix: `git:${ref}:`,
        options: { ...options, breaking, ...(each.policy ? { policy: each.policy } : {}) },
      })
      const summary = [result.says, remark].filter((text) => text !== undefined).join(' ')
      found.push({
        key,
        spec: each.spec,
        ...result,
        ...(summary ? { says: summary } : {}),
        name: '',
      })
    }
    const removed = wholeConfig ? removedPackages(old, config) : []
    const all = [...found, ...removed]
    const countOf = (spec: string): number => all.filter((each) => each.spec === spec).length
    return all.map(({ spec, ...each }) => ({
      ...each,
      name: countOf(spec) > 1 ? `${redactSpec(spec)} of ${each.key}` : redactSpec(spec),
    }))
  } finally {
    await commit.remove()
  }
}

async function commitFor(named: string, cwd: string): Promise<string> {
  if (!named.endsWith('...')) return named
  const ref = named.slice(0, -3)
  return (await whereParted(ref, cwd)) ?? ref
}

/** With `dates`, decoding changes the types of every client; without, only if a caller opts in. */
function breakingFor({ dates }: PackageConfig, { breaking = [] }: CompareOptions): Note[] {
  return [...breaking, ...(dates === 'date' ? (['dates'] as const) : [])]
}

/** The options of the base, or the current ones if they are unknown. */
async function oldConfig(
  commit: CommitFiles,
  config: LoadedConfig,
  ref: string,
): Promise<{ readonly old?: LoadedConfig; readonly remark?: string }> {
  const named = config.file === undefined ? undefined : commit.prefix + path.basename(config.file)
  try {
    // A configuration that has another file now is not a way around the comparison.
    const old = (await configOfCommit(commit, named)) ?? (await configOfCommit(commit))
    return old ? { old } : {}
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const remark = `The configuration of ${ref} does not load, so the current one was used for both sides.`
    return { remark }
  }
}

function sideBefore(
  old: LoadedConfig | undefined,
  commit: CommitFiles,
  { key, config: now, line }: NamedPackage,
  config: LoadedConfig,
): Side | undefined {
  if (!old) {
    // With the current options, at the same paths in the other tree.
    const folder = path.join(commit.tree, commit.prefix)
    return { key, ...packageDocument(key, inTree(now, config.base), folder, commit.tree) }
  }
  const isOut = (out: string, base: string): boolean =>
    path.relative(base, path.resolve(base, out)) ===
    path.relative(config.base, path.resolve(config.base, now.out))
  // Callers know a package by its npm name, whatever it is called in the configuration.
  const name = npmNameOf(now, config.base)
  const all = Object.entries(old.packages)
  const [oldKey, whole] =
    all.find(([, each]) => name !== undefined && npmNameOf(each, old.base) === name) ??
    all.find(([each]) => each === key) ??
    all.find(([, { out }]) => isOut(out, old.base)) ??
    []
  if (oldKey === undefined || !whole) return undefined
  const before = withLines({ [oldKey]: whole }).find((each) => each.line === line)?.config
  if (!before) return undefined
  return { key: oldKey, ...packageDocument(oldKey, before, old.base, commit.tree) }
}

/** The name of a package for its callers; `undefined` for sources inside another package. */
function npmNameOf({ name, out }: PackageConfig, base: string): string | undefined {
  if (name !== undefined) return name
  const own = manifestIn(path.resolve(base, out))?.name
  return typeof own === 'string' ? own : undefined
}

/** The same without absolute paths, which would refer to the working tree. */
function inTree(config: PackageConfig, base: string): PackageConfig {
  const within = (name: string): string =>
    path.isAbsolute(name) ? path.relative(base, name) : name
  const overlay = config.overlay === undefined ? [] : [config.overlay].flat()
  return {
    ...config,
    spec: within(config.spec),
    ...(overlay.length > 0 ? { overlay: overlay.map(within) } : {}),
  }
}

interface Comparing {
  readonly isLine: boolean
  readonly cwd: string
  readonly prefix: string
  readonly options: ReadOptions & CompareOptions
}

async function compareSides(
  before: Side | undefined,
  now: Side,
  commit: CommitFiles,
  { isLine, cwd, prefix, options }: Comparing,
): Promise<Pick<PackageComparison, 'compared' | 'says'>> {
  if (!before) return { says: isLine ? 'This line is new.' : 'This package is new.' }
  // A document that the base does not have is new, and cannot break any caller.
  if (!commit.names.has(before.file)) return { says: 'This document is new.' }
  await commit.copyDocuments()
  const within = commit.tree
  const reading = { ...options, ...before.reading, within, despiteErrors: true }
  const old = await readSpec(before.file, within, reading)
  const after = await readSpec(now.file, cwd, { ...options, ...now.reading })
  return { compared: compareReadings({ old: { ...old, prefix }, new: after }, options) }
}

/** Lines that the base has, of packages that are still there. */
function removedLines(
  { packages, base }: LoadedConfig,
  [key, before]: readonly [string, PackageConfig],
  npmName: string | undefined,
): (PackageComparison & { readonly key: string; readonly spec: string })[] {
  const [, now] =
    Object.entries(packages).find(([, each]) => npmNameOf(each, base) === npmName) ?? []
  const gone = Object.keys(before.lines ?? {}).filter(
    (line) => !Object.hasOwn(now?.lines ?? {}, line),
  )
  return gone.map((line) => ({
    ...{ key: `${key}/${line}`, spec: before.spec, name: '' },
    says: `${npmName ?? key} no longer has the line ${line}, so its callers get no new version.`,
    gone: `${npmName ?? key}/${line}`,
  }))
}

/** Packages of which callers get no new version, and others that are no longer generated. */
function removedPackages(
  old: LoadedConfig | undefined,
  { packages, base }: LoadedConfig,
): (PackageComparison & { readonly spec: string })[] {
  const outs = new Set(Object.values(packages).map(({ out }) => path.normalize(out)))
  const names = new Set(Object.values(packages).map((each) => npmNameOf(each, base)))
  return Object.entries(old?.packages ?? {}).flatMap(([key, each]) => {
    const npmName = npmNameOf(each, old?.base ?? base)
    const isHere = Object.hasOwn(packages, key) || outs.has(path.normalize(each.out))
    const entry = { key, spec: each.spec, name: '' }
    if (npmName !== undefined && !names.has(npmName)) {
      const [successor] = Object.entries(packages)
        .filter(
          ([other, { out }]) => other === key || path.normalize(out) === path.normalize(each.out),
        )
        .flatMap(([, other]) => npmNameOf(other, base) ?? [])
      const instead = successor === undefined ? '' : ` ${successor} takes its place.`
      const says = `The package ${npmName} is no longer generated, so its callers get no new version.${instead}`
      return [{ ...entry, says, gone: npmName }]
    }
    if (isHere || npmName !== undefined)
      return removedLines({ packages, base }, [key, each], npmName)
    return [{ ...entry, says: `The package ${key} is no longer generated.` }]
  })
}
