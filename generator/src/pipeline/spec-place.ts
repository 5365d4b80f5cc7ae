import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { loadConfig } from '../config/config.js'
import { Fault } from '../diagnostics/diagnostic.js'
import { fetchText } from '../source/remote/fetch.js'
import { httpsNetwork } from '../source/remote/https.js'
import { readablePath } from './committed-copy.js'
import { type PackageReading, readingOf } from './package-reading.js'
import { shownSpec } from './shown-spec.js'

/** Where a document named by a user stands on this disk. */
export interface SpecPlace {
  readonly file: string
  readonly base: string
  /** What stands before the names of its files, where they are not those of the working folder. */
  readonly prefix: string
  /** How the configuration has it read, where it is named by its package. */
  readonly reading?: PackageReading
  /** Takes away what was copied. */
  readonly remove: () => Promise<void>
}

/** A document may be a file, a URL that the user names, `git:REF:path`, or `package:NAME`. */
export async function openSpec(spec: string, cwd: string): Promise<SpecPlace> {
  if (spec.startsWith('package:')) return fromConfig(spec, cwd)
  if (spec.startsWith('git:')) return fromGit(spec, cwd)
  if (/^https?:\/\//i.test(spec)) return fromUrl(spec)
  return { file: spec, base: cwd, prefix: '', remove: async () => {} }
}

/** The document of a package of the configuration, with its overlays and its choice of operations. */
async function fromConfig(spec: string, cwd: string): Promise<SpecPlace> {
  const name = spec.slice('package:'.length)
  const { packages, base } = await loadConfig(cwd)
  const config = Object.hasOwn(packages, name) ? packages[name] : undefined
  if (!config) {
    const known = Object.keys(packages)
    throw unreadable(spec, `the configuration has no such package, only ${known.join(', ')}`)
  }
  const file = readablePath(name, config.spec)
  return { file, base, prefix: '', reading: readingOf(config, base), remove: async () => {} }
}

async function fromUrl(url: string): Promise<SpecPlace> {
  const fetched = await fetchText(url, httpsNetwork, true)
  if ('fault' in fetched) throw unreadable(url, `the URL ${fetched.fault}`)
  const { pathname } = new URL(url)
  const file = /\.json$/i.test(pathname) ? 'document.json' : 'document.yaml'
  const base = await mkdtemp(path.join(tmpdir(), 'tagwire-url-'))
  await writeFile(path.join(base, file), fetched.text)
  return { file, base, prefix: `${shownSpec(url)} `, remove: () => removeFolder(base) }
}

const run = promisify(execFile)

/**
 * The documents of one commit, copied beside the repository: what one refers to is there as well.
 * Nothing of the working tree is touched, no hook runs, and links stay plain files.
 */
async function fromGit(spec: string, cwd: string): Promise<SpecPlace> {
  const { ref, file: named } = partsOf(spec)
  const git = async (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> => {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 2 ** 28 }
    return (await run('git', [...args], options)).stdout
  }
  const ask = async (args: readonly string[], why: string): Promise<string> =>
    (await git(args).catch(() => Promise.reject(unreadable(spec, why)))).trim()
  const top = await ask(['rev-parse', '--show-toplevel'], 'this is no folder of a git repository')
  const missing = `there is no ${JSON.stringify(ref)} in this clone; a shallow one may lack it (fetch-depth: 0)`
  const commit = await ask(
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`],
    missing,
  )
  // As git has it: from the top of the repository, or from here with `./`.
  const file = /^\.\.?\//.test(named)
    ? path.relative(top, path.resolve(cwd, named)).split(path.sep).join('/')
    : path.posix.normalize(named)
  const folder = await mkdtemp(path.join(tmpdir(), 'tagwire-git-'))
  const remove = (): Promise<void> => removeFolder(folder)
  try {
    const env = { GIT_INDEX_FILE: path.join(folder, 'index'), GIT_WORK_TREE: top }
    await git(['read-tree', commit], env)
    const names = await git(['ls-files', '-z', '--full-name', ':(top)'], env)
    const documents = names.split('\0').filter((name) => name === file || isDocument(name))
    if (!documents.includes(file)) {
      throw unreadable(spec, `${JSON.stringify(ref)} has no ${file}`)
    }
    const base = path.join(folder, 'tree')
    await copyOut(documents, `${base}/`, top, { ...process.env, ...env })
    return { file, base, prefix: `git:${ref}:`, remove }
  } catch (error) {
    await remove()
    throw error instanceof Fault ? error : unreadable(spec, 'git cannot read it')
  }
}

function partsOf(spec: string): { readonly ref: string; readonly file: string } {
  const [, ref = '', file = ''] = /^git:([^:]+):(.+)$/s.exec(spec) ?? []
  if (ref !== '' && file !== '') return { ref, file }
  throw unreadable(spec, 'a document of a commit is git:REF:path, as git:main:openapi.yaml')
}

function isDocument(name: string): boolean {
  return /\.(?:ya?ml|json)$/i.test(name)
}

async function copyOut(
  names: readonly string[],
  prefix: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const args = ['-c', 'core.symlinks=false', '-c', 'core.autocrlf=false']
  const all = [...args, 'checkout-index', '-z', '--stdin', '-f', `--prefix=${prefix}`]
  await new Promise<void>((resolve, reject) => {
    const child = spawn('git', all, { cwd, env, stdio: ['pipe', 'ignore', 'ignore'] })
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`git: ${code}`))))
    child.stdin.on('error', () => {})
    child.stdin.end(names.join('\0'))
  })
}

function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true })
}

function unreadable(spec: string, help: string): Fault {
  const sentence = `${help.charAt(0).toUpperCase()}${help.slice(1)}.`
  return new Fault({
    code: 'TW1001',
    severity: 'error',
    message: `cannot read ${shownSpec(spec)}`,
    help: sentence,
  })
}
