import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'

/**
 * The folder of this name, which several files read: whoever asks first fills it, in whatever process, and the others
 * wait. It goes when the run ends. A failure is everybody's.
 */
export async function once(
  name: string,
  fill: (folder: string) => Promise<void> | void,
): Promise<string> {
  const folder = path.join(inject('runFolder'), name)
  const outcome = `${folder}.outcome`
  if (mkdirSync(folder, { recursive: true }) !== undefined) {
    let fault = ''
    try {
      await fill(folder)
    } catch (error) {
      fault = error instanceof Error ? (error.stack ?? error.message) : String(error)
    }
    // Whoever sees it sees all of it.
    writeFileSync(`${outcome}.part`, fault)
    renameSync(`${outcome}.part`, outcome)
  }
  while (!existsSync(outcome)) await sleep(30)
  const fault = readFileSync(outcome, 'utf8')
  if (fault !== '') throw new Error(`${name} could not be made: ${fault}`)
  return folder
}
