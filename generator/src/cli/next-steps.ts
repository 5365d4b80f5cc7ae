import { existsSync } from 'node:fs'
import path from 'node:path'
import type { EmittedFile } from '../emit/generated-file.js'
import { OPENAPI_FETCH } from '../emit/package/package-json.js'
import { isDictionary } from '../model/json.js'
import type { GeneratedPackage } from '../pipeline/generate-or-reuse.js'
import { packageAround } from '../pipeline/surroundings/inside-package.js'
import {
  isWorkspaceMember,
  manifestIn,
  workspaceAround,
} from '../pipeline/surroundings/workspace.js'
import type { Host } from './host.js'

const MANAGERS = ['pnpm', 'yarn', 'bun', 'npm'] as const
type Manager = (typeof MANAGERS)[number]

const LOCKS: readonly (readonly [string, Manager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['pnpm-workspace.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
]

/** The commands to run after a package was generated for the first time. */
export function nextSteps(
  host: Host,
  { folder, files = [] }: Pick<GeneratedPackage, 'folder' | 'files'>,
): string[] {
  const manager = managerFor(host, folder)
  const manifest = files.find(({ path: file }) => file === 'package.json')
  if (!manifest) return installInApp(manager, host.cwd, folder, files)
  const name = nameIn(manifest.text)
  const root = workspaceAround(path.dirname(folder))
  const steps =
    root !== undefined && isWorkspaceMember(root, folder)
      ? [...goTo(host.cwd, root), `${manager} install`, buildOf(manager, name)]
      : [...goTo(host.cwd, folder), ...standaloneInstall(manager, folder), `${manager} run build`]
  return [steps.join(' && ')]
}

/** Installs a package that is not a workspace member of the surrounding project. */
function standaloneInstall(manager: Manager, folder: string): string[] {
  const above = path.dirname(folder)
  if (manager === 'pnpm' && workspaceAround(above)) return ['pnpm install --ignore-workspace']
  // Yarn treats a folder with a lock file as a separate project.
  if (manager === 'yarn') return ['touch yarn.lock', 'yarn install']
  return [`${manager} install`]
}

/** The command line of tagwire, as it is run with the package manager in use. */
export function commandLine(host: Host, words: string): string {
  switch (managerFor(host, host.cwd)) {
    case 'pnpm':
      return `pnpm ${isInstalled(host.cwd) ? 'exec' : 'dlx'} tagwire ${words}`
    case 'yarn':
      return `${isInstalled(host.cwd) ? 'yarn' : 'npx'} tagwire ${words}`
    case 'bun':
      return `bunx tagwire ${words}`
    case 'npm':
      return `npx tagwire ${words}`
  }
}

/** Whether a project has tagwire among its dependencies, or its workspace. */
function isInstalled(folder: string): boolean {
  const files = [packageAround(folder), workspaceAround(folder)]
  return files.some((file) => {
    const { dependencies, devDependencies } = (file && manifestIn(file)) || {}
    return [dependencies, devDependencies].some(
      (names) => isDictionary(names) && Object.hasOwn(names, 'tagwire'),
    )
  })
}

function buildOf(manager: Manager, name: string): string {
  switch (manager) {
    case 'pnpm':
      return `pnpm --filter ${name} build`
    case 'yarn':
      return `yarn workspace ${name} build`
    case 'bun':
      return `bun run --filter ${name} build`
    case 'npm':
      return `npm run build --workspace ${name}`
  }
}

/**
 * Sources inside an app need the packages that they import, so missing ones have to be installed.
 */
function installInApp(
  manager: Manager,
  cwd: string,
  folder: string,
  files: readonly EmittedFile[],
): string[] {
  const app = packageAround(folder)
  if (app === undefined) return []
  const known = manifestIn(app)
  const listed = [known?.dependencies, known?.devDependencies, known?.peerDependencies]
  const missing = importedPackages(files).filter(
    (name) => !listed.some((names) => isDictionary(names) && Object.hasOwn(names, name)),
  )
  if (missing.length === 0) return []
  const wanted = missing.map(withVersion)
  const install = `${manager} ${manager === 'npm' ? 'install' : 'add'} ${wanted.join(' ')}`
  return [[...goTo(cwd, app), install].join(' && ')]
}

/** With the version that generated code is tested with: `~0.16.0` as `0.16`, which needs no quotes in a shell. */
function withVersion(name: string): string {
  if (name !== 'openapi-fetch') return name
  return `${name}@${OPENAPI_FETCH.replace(/^~(\d+\.\d+)\.\d+$/, '$1')}`
}

function importedPackages(files: readonly EmittedFile[]): string[] {
  const found = files.flatMap(({ text }) =>
    [...text.matchAll(/^(?:import|export|\}) .*?from '((?:@[\w.-]+\/)?[\w-][\w.-]*)/gm)].map(
      ([, name = '']) => name,
    ),
  )
  return [...new Set(found)].sort()
}

function goTo(cwd: string, folder: string): string[] {
  const where = path.relative(cwd, folder)
  return where === '' ? [] : [`cd ${/^[\w./@-]+$/.test(where) ? where : JSON.stringify(where)}`]
}

/**
 * The package manager of the project, by its package.json or lock file, otherwise the one that runs
 * this.
 */
function managerFor({ env }: Host, folder: string): Manager {
  for (let at = folder; ; at = path.dirname(at)) {
    const [named] = String(manifestIn(at)?.packageManager).split('@')
    const found =
      MANAGERS.find((name) => name === named) ??
      LOCKS.find(([file]) => existsSync(path.join(at, file)))?.[1]
    if (found) return found
    if (at === path.dirname(at)) break
  }
  const [agent] = (env.npm_config_user_agent ?? '').split('/')
  return MANAGERS.find((name) => name === agent) ?? 'npm'
}

function nameIn(text: string): string {
  const name = parse(text)?.name
  return typeof name === 'string' ? name : '.'
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isDictionary(value) ? value : undefined
  } catch {
    return undefined
  }
}
