import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The files of one commit, of which those that are asked for are copied beside the repository. */
export interface CommitFiles {
  /** The folder of the working tree. */
  readonly top: string
  /** The folder it was asked for in, from the top: empty, or with a slash at its end. */
  readonly prefix: string
  /** Where the copies are, at the paths that they have in the repository. */
  readonly tree: string
  /** Every file of the commit, from the top of the repository. */
  readonly names: ReadonlySet<string>
  readonly copy: (names: readonly string[]) => Promise<void>
  readonly remove: () => Promise<void>
}

/** Why a commit cannot be read, in words for people. */
export class CommitFault extends Error {
  override readonly name = 'CommitFault'
}

/** Nothing of the working tree is touched, no hook runs, and links stay plain files. */
export async function openCommit(ref: string, cwd: string): Promise<CommitFiles> {
  const top = await inRepository(cwd, '--show-toplevel')
  const prefix = await inRepository(cwd, '--show-prefix')
  const commit = await commitOf(ref, cwd)
  const folder = await mkdtemp(path.join(tmpdir(), 'tagwire-git-'))
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    const env = { GIT_INDEX_FILE: path.join(folder, 'index'), GIT_WORK_TREE: top }
    await git(cwd, ['read-tree', commit], env)
    const names = await git(cwd, ['ls-files', '-z', '--full-name', ':(top)'], env)
    const tree = path.join(folder, 'tree')
    const there = new Set<string>()
    const copy = async (wanted: readonly string[]): Promise<void> => {
      const missing = wanted.filter((name) => !there.has(name))
      if (missing.length > 0) await copyOut(missing, `${tree}/`, top, { ...process.env, ...env })
      for (const name of missing) there.add(name)
    }
    return { top, prefix, tree, names: new Set(names.split('\0')), copy, remove }
  } catch {
    await remove()
    throw new CommitFault('git cannot read it')
  }
}

/** Where two branches parted; nothing where they never met, or where a shallow clone does not show it. */
export async function whereParted(ref: string, cwd: string): Promise<string | undefined> {
  await inRepository(cwd, '--show-toplevel')
  await commitOf(ref, cwd)
  const found = await git(cwd, ['merge-base', 'HEAD', ref]).catch(() => '')
  return found.trim().slice(0, 12) || undefined
}

async function inRepository(cwd: string, asks: string): Promise<string> {
  return ask(cwd, ['rev-parse', asks], 'this is no folder of a git repository')
}

async function commitOf(ref: string, cwd: string): Promise<string> {
  return ask(
    cwd,
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`],
    `there is no ${JSON.stringify(ref)} in this clone; a shallow one may lack it (fetch-depth: 0)`,
  )
}

async function ask(cwd: string, args: readonly string[], why: string): Promise<string> {
  return (await git(cwd, args).catch(() => Promise.reject(new CommitFault(why)))).trim()
}

async function git(
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 2 ** 28 }
  return (await run('git', [...args], options)).stdout
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
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new CommitFault('git cannot read it')),
    )
    child.stdin.on('error', () => {})
    child.stdin.end(names.join('\0'))
  })
}
