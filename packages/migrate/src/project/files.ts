import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { compareText } from '../plan.js'

const SKIPPED = new Set(
  'node_modules dist build out coverage .git .next .nuxt .svelte-kit .output .turbo .cache .vercel'.split(
    ' ',
  ),
)

/** Larger files are data or bundles. */
const MOST_BYTES = 4_000_000

/**
 * All text files of the project, relative to it: what git tracks or would track, or without git everything outside
 * folders of tools. Sorted, so that every run reports the same.
 */
export function projectFiles(folder: string): string[] {
  const listed = git(folder, ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  const files = listed?.split('\0').filter((file) => file !== '') ?? walk(folder, '')
  return [...new Set(files)]
    .filter((file) => !file.split('/').some((part) => part === 'node_modules'))
    .filter((file) => isSmallFile(path.join(folder, file)))
    .sort(compareText)
}

/** What is not committed, as `git status` says it; undefined without git. */
export function uncommitted(folder: string): string[] | undefined {
  return git(folder, ['status', '--porcelain', '--', '.'])
    ?.split('\n')
    .filter((line) => line !== '')
}

export function readIfText(file: string): string | undefined {
  const text = readFileSync(file, 'utf8')
  return text.includes('\0') ? undefined : text
}

function git(folder: string, args: readonly string[]): string | undefined {
  try {
    // Hooks and filters of a repository are nothing to run for a list of files.
    return execFileSync('git', ['-c', 'core.fsmonitor=false', ...args], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return undefined
  }
}

function walk(folder: string, below: string): string[] {
  return readdirSync(path.join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const file = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : walk(folder, file)
    return entry.isFile() ? [file] : []
  })
}

function isSmallFile(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats?.isFile() === true && stats.size <= MOST_BYTES
}
