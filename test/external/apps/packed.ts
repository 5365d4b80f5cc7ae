import { cpSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { mustRun } from './run.js'

export const here: string = path.resolve('test/external/apps')
export const tagwire: string = path.resolve('generator/dist/main.js')

/** What is put into `node_modules` of an app, by name: tarballs, and folders of what they depend on. */
export type Packages = ReadonlyMap<string, string>

/** The package of the shop as its maintainers publish it, and the runtime beside it. */
export function pack(folder: string): Packages {
  const shop = path.join(folder, 'shop')
  mustRun(here, process.execPath, [
    ...[tagwire, 'generate', '--quiet', '--spec', 'shop.yaml'],
    ...['--out', shop, '--name', '@acme/shop'],
  ])
  const runtime = tarballOf(path.resolve('packages/runtime'), folder)
  // openapi-fetch is a dependency of generated packages with the part `schema`.
  const packages = new Map([
    ['@tagwire/runtime', runtime],
    ['openapi-fetch', installed('openapi-fetch')],
    ['openapi-typescript-helpers', installed('openapi-typescript-helpers')],
  ])
  put(packages, shop)
  mustRun(shop, process.execPath, [path.resolve('node_modules/typescript/bin/tsc'), '-p', '.'])
  return new Map([...packages, ['@acme/shop', tarballOf(shop, folder)]])
}

/** As an install of them leaves `node_modules`. */
export function put(packages: Packages, app: string): void {
  for (const [name, source] of packages) {
    const to = path.join(app, 'node_modules', name)
    rmSync(to, { recursive: true, force: true })
    mkdirSync(to, { recursive: true })
    if (source.endsWith('.tgz')) mustRun(to, 'tar', ['-xzf', source, '--strip-components=1'])
    else cpSync(source, to, { recursive: true })
  }
}

export function takeAway(packages: Packages, app: string): void {
  for (const name of packages.keys()) {
    rmSync(path.join(app, 'node_modules', name), { recursive: true, force: true })
  }
}

function installed(name: string): string {
  const store = path.resolve('node_modules/.pnpm')
  const found = readdirSync(store).find((each) => each.startsWith(`${name}@`))
  if (found === undefined) throw new Error(`${name} is not installed`)
  return realpathSync(path.join(store, found, 'node_modules', name))
}

/** Only the files that are published. */
function tarballOf(from: string, to: string): string {
  const said = mustRun(from, 'npm', [
    ...['pack', '--json', '--ignore-scripts', '--loglevel=silent', '--pack-destination', to],
  ])
  const [, name] = /"filename": "([^"]+)"/.exec(said) ?? []
  if (name === undefined) throw new Error(`npm pack said ${said}`)
  return path.join(to, name.replace('@', '').replace('/', '-'))
}
