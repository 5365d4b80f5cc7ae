import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { isWorkspaceRoot, manifestIn } from './workspace.js'

/**
 * Whether a folder gets sources only, because it is part of an existing package: always inside `src` of that
 * package, elsewhere unless an npm name was requested.
 */
export function isInsidePackage(folder: string, name: string | undefined): boolean {
  if (existsSync(path.join(folder, 'package.json'))) return false
  const around = packageAround(path.dirname(folder))
  if (around === undefined) return false
  if (path.relative(around, folder).split(path.sep).includes('src')) return true
  return name === undefined && !isWorkspaceRoot(around)
}

/** The nearest folder with a package.json, here or above. */
export function packageAround(folder: string): string | undefined {
  if (existsSync(path.join(folder, 'package.json'))) return folder
  const above = path.dirname(folder)
  return above === folder ? undefined : packageAround(above)
}

/**
 * Whether the project around a package is private and nothing in it is published, as in the workspace of an
 * app. The root of a workspace that publishes packages is private, too.
 */
export function isAmongPrivate(folder: string): boolean {
  const above = path.dirname(folder)
  const around = packageAround(above)
  if (around === undefined || !isPrivate(around)) return false
  const names = existsSync(above) ? readdirSync(above) : []
  return names
    .map((name) => path.join(above, name))
    .filter((each) => each !== folder && existsSync(path.join(each, 'package.json')))
    .every(isPrivate)
}

function isPrivate(folder: string): boolean {
  return manifestIn(folder)?.private === true
}
