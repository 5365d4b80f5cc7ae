import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Dictionary, isDictionary } from '../../model/json.js'

/** The nearest workspace root, here or above. */
export function workspaceAround(folder: string): string | undefined {
  if (isWorkspaceRoot(folder)) return folder
  const above = path.dirname(folder)
  return above === folder ? undefined : workspaceAround(above)
}

/** Whether the folders of a workspace are packages. */
export function isWorkspaceRoot(folder: string): boolean {
  return patternsIn(folder) !== undefined
}

/** Whether a folder matches the package patterns of a workspace. */
export function isWorkspaceMember(root: string, folder: string): boolean {
  const below = path.relative(root, folder).split(path.sep).join('/')
  const patterns = patternsIn(root) ?? []
  const takes = (pattern: string): boolean => matcherOf(pattern).test(below)
  return (
    patterns.some((each) => !each.startsWith('!') && takes(each)) &&
    !patterns.some((each) => each.startsWith('!') && takes(each.slice(1)))
  )
}

/**
 * The folder for a new package of a workspace: `packages/name`, or another one according to its
 * patterns.
 */
export function packageFolderIn(root: string, name: string): string {
  const folders = (patternsIn(root) ?? []).flatMap((each) => {
    const [, folder] = /^(?:\.\/)?([\w-][\w/-]*)\/\*{1,2}$/.exec(each) ?? []
    return folder === undefined ? [] : [folder]
  })
  const home =
    ['packages', 'libs'].find((each) => folders.includes(each)) ??
    // A library does not belong in the folder of the applications.
    folders.find((each) => !/^(?:apps?|services?|examples?)$/.test(each)) ??
    'packages'
  return `${home}/${name}`
}

function patternsIn(folder: string): readonly string[] | undefined {
  return (
    pnpmPatterns(textOf(path.join(folder, 'pnpm-workspace.yaml'))) ??
    npmPatterns(manifestIn(folder)?.workspaces)
  )
}

/** `packages` of pnpm-workspace.yaml, which may also exist in a single project for other settings. */
function pnpmPatterns(text: string): readonly string[] | undefined {
  const [, inline, lines = ''] =
    /^packages:[\t ]*(?:(\[[^\]]*\])|(?:#.*)?((?:\r?\n(?:[\t ]*#.*|[\t ]*-.*|[\t ]*))*))/m.exec(
      text,
    ) ?? []
  if (!/^packages:/m.test(text)) return undefined
  const items = inline ?? lines.replace(/^[\t ]*#.*$/gm, '')
  return [...items.matchAll(/'([^']+)'|"([^"]+)"|([\w.@!/*-]*[\w*][\w./*-]*)/g)].map(
    ([, single, double, plain = '']) => single ?? double ?? plain,
  )
}

function npmPatterns(workspaces: unknown): readonly string[] | undefined {
  const list = isDictionary(workspaces) ? workspaces.packages : workspaces
  if (workspaces === undefined) return undefined
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
}

function matcherOf(pattern: string): RegExp {
  const parts = pattern
    .replace(/^\.\//, '')
    .replace(/\/+$/, '')
    .split(/(\/?\*\*|\*)/)
    .map((part) =>
      part === '*'
        ? '[^/]+'
        : part.endsWith('**')
          ? '(?:/?.+)?'
          : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'),
    )
  return new RegExp(`^${parts.join('')}$`)
}

/** The package.json of a folder. */
export function manifestIn(folder: string): Dictionary | undefined {
  try {
    const value: unknown = JSON.parse(
      textOf(path.join(folder, 'package.json')).replace(/^\uFEFF/, ''),
    )
    return isDictionary(value) ? value : undefined
  } catch {
    return undefined
  }
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
