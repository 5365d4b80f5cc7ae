import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { EmittedFile } from '../emit/module-scope.js'
import type { Plan } from '../pipeline/plan.js'
import { isWorkspaceRoot, packageAround } from '../pipeline/surroundings/inside-package.js'
import { isDictionary } from '../source/node.js'
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
  { folder, files = [] }: Pick<Plan, 'folder' | 'files'>,
): string[] {
  const manager = managerFor(host, folder)
  const manifest = files.find(({ path: file }) => file === 'package.json')
  if (!manifest) return installInApp(manager, host.cwd, folder, files)
  const name = nameIn(manifest.text)
  const root = workspaceAround(path.dirname(folder))
  const steps =
    root === undefined
      ? [...goTo(host.cwd, folder), `${manager} install`, `${manager} run build`]
      : [...goTo(host.cwd, root), `${manager} install`, buildOf(manager, name)]
  return [steps.join(' && ')]
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

/** Sources inside an app need what they import, so missing dependencies have to be installed. */
function installInApp(
  manager: Manager,
  cwd: string,
  folder: string,
  files: readonly EmittedFile[],
): string[] {
  const app = packageAround(folder)
  if (app === undefined) return []
  const known = parse(textOf(path.join(app, 'package.json')))
  const listed = [known?.dependencies, known?.devDependencies, known?.peerDependencies]
  const missing = importedPackages(files).filter(
    (name) => !listed.some((names) => isDictionary(names) && Object.hasOwn(names, name)),
  )
  if (missing.length === 0) return []
  const install = `${manager} ${manager === 'npm' ? 'install' : 'add'} ${missing.join(' ')}`
  return [[...goTo(cwd, app), install].join(' && ')]
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

/** The package manager that runs this, else the one of the nearest lock file. */
function managerFor({ env }: Host, folder: string): Manager {
  for (let at = folder; ; at = path.dirname(at)) {
    const found = LOCKS.find(([file]) => existsSync(path.join(at, file)))
    if (found) return found[1]
    if (at === path.dirname(at)) break
  }
  const [agent] = (env.npm_config_user_agent ?? '').split('/')
  return MANAGERS.find((name) => name === agent) ?? 'npm'
}

function workspaceAround(folder: string): string | undefined {
  if (isWorkspaceRoot(folder)) return folder
  const above = path.dirname(folder)
  return above === folder ? undefined : workspaceAround(above)
}

function nameIn(text: string): string {
  const name = parse(text)?.name
  return typeof name === 'string' ? name : '.'
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isDictionary(value) ? value : undefined
  } catch {
    return undefined
  }
}
