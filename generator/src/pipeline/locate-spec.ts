import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type LoadedConfig, loadConfig } from '../config/config.js'
import { type NamedPackage, packageOrLine, withLines } from '../config/packages-and-lines.js'
import { Fault } from '../diagnostics/diagnostic.js'
import { writeText } from '../output/folder.js'
import { fetchText } from '../source/remote/fetch.js'
import { httpsNetwork } from '../source/remote/https.js'
import { fetchSameOrigin } from '../source/remote/same-origin.js'
import { CommitFault, type CommitFiles, openCommit } from './commits/commit-files.js'
import { configOfCommit } from './commits/config-of-commit.js'
import type { ConfiguredPackage } from './fixes/write-fixes.js'
import { type PackageReadOptions, packageDocument } from './package-read-options.js'
import { redactSpec } from './redact-spec.js'

/** The location of a document on this disk. */
export interface LocatedSpec {
  readonly file: string
  readonly base: string
  /** Prefix for the names of its files, if they are not relative to the working folder. */
  readonly prefix: string
  /**
   * The options of the configuration, if the document is named by its package. `within` is the folder that its
   * references must stay in, because what is around it does not come from where the document comes from.
   */
  readonly reading?: PackageReadOptions
  /** Removes temporary copies. */
  readonly remove: () => Promise<void>
}

/**
 * A document may be a file, a URL, `git:REF:path`, `package:NAME` or `git:REF:package:NAME`.
 */
export async function locateSpec(spec: string, cwd: string, config?: string): Promise<LocatedSpec> {
  if (spec.startsWith('package:')) return fromConfig(spec, cwd, config)
  if (spec.startsWith('git:')) return fromGit(spec, cwd, config)
  if (/^https?:\/\//i.test(spec)) return fromUrl(spec)
  return { file: spec, base: cwd, prefix: '', remove: async () => {} }
}

/** The document of a package of the configuration, with its overlays and selected operations. */
async function fromConfig(spec: string, cwd: string, file?: string): Promise<LocatedSpec> {
  const { key, config, base } = await packageNamed(spec, cwd, file)
  const located = packageDocument(key, config, base, cwd)
  return { ...located, base: cwd, prefix: '', remove: async () => {} }
}

/** The package of `package:NAME`, or the line of `package:NAME/LINE`. */
export async function packageNamed(
  spec: string,
  cwd: string,
  file?: string,
): Promise<ConfiguredPackage & Pick<NamedPackage, 'key'>> {
  const config = await loadConfig(cwd, file)
  return { ...packageIn(config, nameIn(spec), spec), base: config.base }
}

function nameIn(spec: string): string {
  return spec.slice('package:'.length)
}

function packageIn({ packages }: LoadedConfig, name: string, spec: string): NamedPackage {
  const found = packageOrLine(packages, name)
  if (found) return found
  const known = withLines(packages)
    .map((each) => each.name)
    .join(', ')
  throw unreadable(spec, `the configuration has no such package, only ${known}`)
}

async function fromUrl(url: string): Promise<LocatedSpec> {
  const fetched = await fetchText(url, httpsNetwork, 'named')
  if ('fault' in fetched) throw unreadable(url, `the URL ${fetched.fault}`)
  const shown = redactSpec(url)
  // Positions are shown as the URL with a line and a column.
  const [named] = /[\w.-]+\.(?:json|ya?ml)$/i.exec(shown) ?? []
  const file = named ?? (/\.json$/i.test(new URL(url).pathname) ? 'document.json' : 'document.yaml')
  const prefix = named === undefined ? `${shown} ` : shown.slice(0, -named.length)
  const base = await mkdtemp(path.join(tmpdir(), 'tagwire-url-'))
  const remove = (): Promise<void> => removeFolder(base)
  try {
    const document = { url: new URL(url), name: file, text: fetched.text }
    const { texts, unread } = await fetchSameOrigin(document, httpsNetwork)
    for (const [name, text] of [[file, fetched.text] as const, ...texts]) {
      await writeText(path.join(base, name), text)
    }
    return { file, base, prefix, reading: { within: base, unread }, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** The documents of one commit; their references are resolved in the same commit. */
async function fromGit(spec: string, cwd: string, config?: string): Promise<LocatedSpec> {
  const { ref, file: named } = partsOf(spec)
  const commit = await openCommit(ref, cwd).catch((error: unknown) => {
    throw error instanceof CommitFault ? unreadable(spec, error.message) : error
  })
  const { tree: base, remove } = commit
  try {
    const within = base
    const located = { base, prefix: `git:${ref}:`, remove }
    if (named.startsWith('package:')) {
      const at = config === undefined ? undefined : path.posix.normalize(commit.prefix + config)
      const { file, reading } = await packageOf(commit, named, spec, at)
      return { ...located, file, reading: { ...reading, within } }
    }
    // Like git: relative to the root, or to the current folder with `./`.
    const file = path.posix.normalize(/^\.\.?\//.test(named) ? commit.prefix + named : named)
    if (!commit.names.has(file)) throw unreadable(spec, `${JSON.stringify(ref)} has no ${file}`)
    await commit.copyDocuments()
    await commit.copy([file])
    if (/^version https:\/\/git-lfs\./.test(await readFile(path.join(base, file), 'utf8')))
      throw unreadable(
        spec,
        `${file} is in Git LFS, whose programs are not run: name a file of the working tree`,
      )
    return { ...located, file, reading: { within } }
  } catch (error) {
    await remove()
    throw error instanceof CommitFault ? unreadable(spec, error.message) : error
  }
}

/** The document of a package according to the configuration of a commit. */
async function packageOf(
  commit: CommitFiles,
  named: string,
  spec: string,
  file: string | undefined,
): Promise<Pick<LocatedSpec, 'file' | 'reading'>> {
  const config = await configOfCommit(commit, file)
  if (!config) throw unreadable(spec, 'this commit has no configuration')
  const { key, config: own } = packageIn(config, nameIn(named), spec)
  return packageDocument(key, own, config.base, commit.tree)
}

function partsOf(spec: string): { readonly ref: string; readonly file: string } {
  const [, ref = '', file = ''] = /^git:([^:]+):(.+)$/s.exec(spec) ?? []
  if (ref !== '' && file !== '') return { ref, file }
  throw unreadable(spec, 'a document of a commit is git:REF:path, as git:main:openapi.yaml')
}

function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true })
}

function unreadable(spec: string, help: string): Fault {
  const sentence = `${help.charAt(0).toUpperCase()}${help.slice(1)}.`
  return new Fault({
    code: 'TW1001',
    severity: 'error',
    message: `cannot read ${redactSpec(spec)}`,
    help: sentence,
  })
}
