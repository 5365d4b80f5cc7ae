import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'

const MEMORY = '/dev/shm'
const LEAST_FREE = 4 * 2 ** 30
const PREFIX = 'tagwire-tests-'

/**
 * Temporary files of a run go into memory where the system has enough of it. Tests write thousands of small files, and
 * half of the time that they spend in the system is that of a disk. Whatever they leave there goes with the folder: at
 * the end of the run, or, if it was killed, at the beginning of the next one.
 */
export default function setup(): (() => void) | undefined {
  if (!hasMemory()) return undefined
  readdirSync(MEMORY)
    .filter((name) => name.startsWith(PREFIX) && !isAlive(Number(name.slice(PREFIX.length))))
    .forEach(remove)
  const name = `${PREFIX}${process.pid}`
  mkdirSync(path.join(MEMORY, name))
  const before = process.env.TMPDIR
  process.env.TMPDIR = path.join(MEMORY, name)
  return () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    remove(name)
  }
}

/** Programs that tests write have to be allowed to run from there. */
function hasMemory(): boolean {
  if (process.platform !== 'linux') return false
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const [, , type, options = ''] =
    mounts.find((line) => line.includes(` ${MEMORY} `))?.split(' ') ?? []
  if (type !== 'tmpfs' || options.split(',').includes('noexec')) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > LEAST_FREE
}

function isAlive(run: number): boolean {
  try {
    process.kill(run, 0)
    return true
  } catch (error) {
    // The process of somebody else may not be asked, and is there.
    return error instanceof Error && 'code' in error && error.code !== 'ESRCH'
  }
}

function remove(name: string): void {
  rmSync(path.join(MEMORY, name), { recursive: true, force: true, maxRetries: 3 })
}
