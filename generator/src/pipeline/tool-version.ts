import { existsSync } from 'node:fs'
import path from 'node:path'
import { isDictionary } from '../model/json.js'
import { readOwnJson } from '../own-files.js'

/** The version of this tool. */
export const toolVersion: string = versionIn(readOwnJson('package.json'))

function versionIn(manifest: unknown): string {
  const version = isDictionary(manifest) ? manifest.version : undefined
  return typeof version === 'string' ? version : '0.0.0'
}

/**
 * The version range of the runtime in a generated package: `workspace:` where the runtime is developed in the
 * same workspace, a range with this tool's version everywhere else. Both are released together.
 */
export function runtimeRange(folder: string, base: string): string {
  const beside = path.join(folder, '..', 'runtime', 'package.json')
  const inWorkspace = existsSync(path.join(base, 'pnpm-workspace.yaml')) && existsSync(beside)
  return inWorkspace ? 'workspace:^' : `^${toolVersion}`
}
