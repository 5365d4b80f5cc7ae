import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from './folder.js'

const PREFIX = '.tagwire-new-'

/** No run takes this long, even if its process id is still in use. */
const ABANDONED_MS = 60 * 60 * 1000

/**
 * A temporary folder for files that are being written: on the same disk, but never among the sources. `made` gets the
 * folders that did not exist.
 */
export async function openStage(folder: string, made: string[]): Promise<string> {
  const home = await stageParent(folder)
  await makeFolder(home, made)
  const stage = path.join(home, `${PREFIX}${process.pid}-${randomUUID().slice(0, 8)}`)
  await mkdir(stage)
  return stage
}

/** Removes temporary folders of interrupted runs. */
export async function removeAbandonedStages(folder: string): Promise<void> {
  const home = await stageParent(folder)
  for (const name of await namesIn(home)) {
    const [, pid] = /^\.tagwire-new-(\d+)-[0-9a-f]{8}$/.exec(name) ?? []
    if (pid === undefined) continue
    const stage = path.join(home, name)
    if (!isRunning(Number(pid)) || (await isOld(stage))) {
      await rm(stage, { recursive: true, force: true })
    }
  }
}

/**
 * Modules inside an existing package are below its sources, so the temporary folder is in the package itself.
 */
async function stageParent(folder: string): Promise<string> {
  const parts = folder.split(path.sep)
  const sources = parts.lastIndexOf('src')
  if (sources <= 0) return folder
  const around = parts.slice(0, sources).join(path.sep)
  return (await namesIn(around)).includes('package.json') ? around : folder
}

async function isOld(stage: string): Promise<boolean> {
  try {
    return Date.now() - (await lstat(stage)).mtimeMs > ABANDONED_MS
  } catch {
    // Another run has already removed it.
    return false
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch {
    return []
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
