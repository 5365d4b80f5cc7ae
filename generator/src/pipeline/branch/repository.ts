import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { Fault } from '../../diagnostics/diagnostic.js'

const run = promisify(execFile)

/** How much one file of a commit changed. */
export interface FileLines {
  readonly file: string
  readonly added: number
  readonly removed: number
}

/**
 * A clean git repository that a run may change: in the end, all changes are either committed or
 * reverted.
 */
export interface Repository {
  /** Paths of files that differ from the last commit, relative to the root. */
  readonly changed: () => Promise<readonly string[]>
  /** Creates a branch with one commit of these files, and stays on it. */
  readonly commitAs: (branch: string, message: string, files: readonly string[]) => Promise<Commit>
  /** Reverts all changes. */
  readonly putBack: () => Promise<void>
}

export interface Commit {
  readonly id: string
  readonly lines: readonly FileLines[]
}

/** Refuses if there are uncommitted changes that would be mixed with what is written. */
export async function openRepository(folder: string, branch: string): Promise<Repository> {
  const top = await git(folder, ['rev-parse', '--show-toplevel'])
    .catch(() => Promise.reject(fault(`${folder} is in no git repository`, 'Run it in a clone.')))
    .then((text) => text.trim())
  const changed = async (): Promise<string[]> => {
    const args = ['status', '--porcelain=v1', '-z', '--no-renames', '--untracked-files=all']
    return (await git(top, args)).split('\0').flatMap((line) => line.slice(3) || [])
  }
  const dirty = await changed()
  if (dirty.length > 0) {
    const shown = dirty.slice(0, 5).join(', ') + (dirty.length > 5 ? ', …' : '')
    throw fault(`there are changes that are not committed: ${shown}`, 'Commit or stash them first.')
  }
  await refuseName(top, branch)
  return {
    changed,
    commitAs: async (name, message, files) => {
      const before = await headOf(top)
      await git(top, ['switch', '--quiet', '--create', name])
      try {
        await git(top, ['add', '--all', '--', ...files])
        await git(top, ['commit', '--quiet', '--message', message])
      } catch (error) {
        await git(top, ['reset', '--quiet'])
        await git(top, ['switch', '--quiet', ...before])
        await git(top, ['branch', '--quiet', '--delete', '--force', name])
        throw fault(`git does not commit: ${errorText(error)}`, 'Everything is as it was.')
      }
      return lastCommit(top)
    },
    putBack: async () => {
      const files = await changed()
      if (files.length === 0) return
      await git(top, ['reset', '--quiet'])
      const known = (await git(top, ['ls-files', '-z', '--', ...files])).split('\0')
      const tracked = files.filter((file) => known.includes(file))
      if (tracked.length > 0) await git(top, ['checkout', '--quiet', 'HEAD', '--', ...tracked])
      for (const file of files) {
        if (!tracked.includes(file)) await rm(path.join(top, file), { force: true })
      }
    },
  }
}

/** The current branch, or the commit if HEAD is detached. */
async function headOf(top: string): Promise<string[]> {
  const branch = await git(top, ['symbolic-ref', '--short', '--quiet', 'HEAD']).catch(() => '')
  if (branch !== '') return [branch.trim()]
  return ['--detach', (await git(top, ['rev-parse', 'HEAD'])).trim()]
}

async function refuseName(top: string, branch: string): Promise<void> {
  const help = 'Name another one with --branch.'
  await git(top, ['check-ref-format', '--branch', branch]).catch(() =>
    Promise.reject(fault(`${JSON.stringify(branch)} is not a valid branch name`, help)),
  )
  const exists = await git(top, ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]).then(
    () => true,
    () => false,
  )
  if (exists) throw fault(`the branch ${branch} already exists`, `Delete it first. ${help}`)
}

async function lastCommit(top: string): Promise<Commit> {
  // What a signature says would come before the rest, where git is configured so.
  const plain = ['--format=%h', '-z', '--no-renames', '--no-show-signature']
  const text = await git(top, ['show', '--numstat', ...plain, 'HEAD'])
  const [id = '', ...counted] = text.split('\0')
  const lines = counted.flatMap((line) => {
    const [added, removed, file] = line.trim().split('\t')
    return file === undefined ? [] : [{ file, added: Number(added), removed: Number(removed) }]
  })
  return { id, lines }
}

async function git(cwd: string, args: readonly string[]): Promise<string> {
  return (await run('git', [...args], { cwd, maxBuffer: 2 ** 28 })).stdout
}

function errorText(error: unknown): string {
  const stderr =
    typeof error === 'object' && error !== null && 'stderr' in error ? error.stderr : ''
  return String(stderr || error)
    .trim()
    .split('\n')
    .slice(0, 2)
    .join(' ')
}

function fault(message: string, help: string): Fault {
  return new Fault({ code: 'TW7008', severity: 'error', message, help })
}
