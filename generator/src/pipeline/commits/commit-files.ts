import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { devNull, tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The files of one commit. Requested ones are copied to a folder outside the repository. */
export interface CommitFiles {
  /** The root of the working tree. */
  readonly top: string
  /** The current folder, relative to the root: empty, or with a trailing slash. */
  readonly prefix: string
  /** The folder of the copies, which have their paths in the repository. */
  readonly tree: string
  /** All files of the commit, relative to the root. */
  readonly names: ReadonlySet<string>
  readonly copy: (names: readonly string[]) => Promise<void>
  /**
   * Copies all YAML and JSON files: what a document refers to is only known when it is read, and a
   * configuration that is a program may read any of them. For 5,000 files of 2 kB, git takes 0.2 s of
   * processor time, once per comparison.
   */
  readonly copyDocuments: () => Promise<void>
  readonly remove: () => Promise<void>
}

/** Why a commit cannot be read, for the user. */
export class CommitFault extends Error {
  override readonly name = 'CommitFault'
}

/** The working tree is not touched, no hook runs, and links become plain files. */
export async function openCommit(ref: string, cwd: string): Promise<CommitFiles> {
  const { top, prefix, commit } = await checkoutAt(ref, cwd)
  const folder = await mkdtemp(path.join(tmpdir(), 'tagwire-git-'))
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    const env = { GIT_INDEX_FILE: path.join(folder, 'index'), GIT_WORK_TREE: top }
    await git(cwd, ['read-tree', commit], env)
    const names = await git(cwd, ['ls-files', '-z', '--full-name', ':(top)'], env)
    const tree = path.join(folder, 'tree')
    const copied = new Set<string>()
    const copy = async (wanted: readonly string[]): Promise<void> => {
      const missing = wanted.filter((name) => !copied.has(name))
      if (missing.length > 0) await copyOut(missing, `${tree}/`, top, { ...process.env, ...env })
      for (const name of missing) copied.add(name)
    }
    const all = names.split('\0')
    const copyDocuments = (): Promise<void> =>
      copy(all.filter((name) => /\.(?:ya?ml|json)$/i.test(name)))
    return { top, prefix, tree, names: new Set(all), copy, copyDocuments, remove }
  } catch {
    await remove()
    throw new CommitFault('git cannot read it')
  }
}

/** The merge base; `undefined` if there is none, or if a shallow clone does not contain it. */
export async function whereParted(ref: string, cwd: string): Promise<string | undefined> {
  const { commit } = await checkoutAt(ref, cwd)
  const found = await git(cwd, ['merge-base', 'HEAD', commit]).catch(() => '')
  return found.trim().slice(0, 12) || undefined
}

interface Checkout {
  readonly top: string
  readonly prefix: string
  readonly commit: string
}

/** Everything with one process: git works for a millisecond, and takes several to start. */
async function checkoutAt(ref: string, cwd: string): Promise<Checkout> {
  const verify = ['--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]
  try {
    const output = await git(cwd, ['rev-parse', '--show-toplevel', '--show-prefix', ...verify])
    const [top = '', prefix = '', commit = ''] = output.split('\n')
    return { top, prefix, commit }
  } catch {
    await git(cwd, ['rev-parse', '--show-toplevel']).catch(() => {
      throw new CommitFault('this is not a git repository')
    })
    throw new CommitFault(
      `there is no ${JSON.stringify(ref)} in this clone; a shallow one may lack it (fetch-depth: 0)`,
    )
  }
}

/**
 * Reading a commit runs no hook (`post-index-change`) and no monitor of files. Filters that the user has configured for
 * checkouts run, because a document may be in Git LFS.
 */
const QUIET = ['-c', `core.hooksPath=${devNull}`, '-c', 'core.fsmonitor=false']

async function git(
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 2 ** 28 }
  return (await run('git', [...QUIET, ...args], options)).stdout
}

async function copyOut(
  names: readonly string[],
  prefix: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const args = [...QUIET, '-c', 'core.symlinks=false', '-c', 'core.autocrlf=false']
  const all = [...args, 'checkout-index', '-z', '--stdin', '-f', `--prefix=${prefix}`]
  await new Promise<void>((resolve, reject) => {
    const child = spawn('git', all, { cwd, env, stdio: ['pipe', 'ignore', 'ignore'] })
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new CommitFault('git cannot read it')),
    )
    child.stdin.on('error', () => {})
    child.stdin.end(names.join('\0'))
  })
}
