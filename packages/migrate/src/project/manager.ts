import { existsSync } from 'node:fs'
import path from 'node:path'

/** How the package manager of a project installs and runs. */
export interface Manager {
  readonly add: (names: string, isDevelopment: boolean) => string
  readonly remove: (names: string) => string
  readonly run: (command: string) => string
}

const LOCKS: readonly (readonly [file: string, name: 'pnpm' | 'yarn' | 'bun' | 'npm'])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
]

/** By the nearest lock file. */
export function managerOf(folder: string): Manager {
  for (let at = folder; ; at = path.dirname(at)) {
    const [, name] = LOCKS.find(([file]) => existsSync(path.join(at, file))) ?? []
    if (name !== undefined) return manager(name)
    if (path.dirname(at) === at || existsSync(path.join(at, '.git'))) return manager('npm')
  }
}

function manager(name: 'pnpm' | 'yarn' | 'bun' | 'npm'): Manager {
  const flag = name === 'npm' || name === 'pnpm' ? '--save-dev' : '--dev'
  const runner = { pnpm: 'pnpm', yarn: 'yarn', bun: 'bunx', npm: 'npx' }[name]
  return {
    add: (names, isDevelopment) =>
      `${name} ${name === 'npm' ? 'install' : 'add'} ${isDevelopment ? `${flag} ` : ''}${names}`,
    remove: (names) => `${name} ${name === 'npm' ? 'uninstall' : 'remove'} ${names}`,
    run: (command) => `${runner} ${command}`,
  }
}
