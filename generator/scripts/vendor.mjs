// Writes `dist/vendor`: the parts of other packages that are published as a part of this one. Installed whole, ts-morph
// and openapi-typescript would bring two compilers, a linter and 60 megabytes along.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { BUNDLES } from './vendor/bundles.mjs'
import { createNotices } from './vendor/notices.mjs'
import { patching } from './vendor/patches.mjs'

const home = path.resolve(import.meta.dirname, '..')
const target = path.join(home, 'dist/vendor')
const record = path.join(target, 'packages.json')

/** The packages that something was taken of. Builds it, unless nothing has changed since the last time. */
export async function vendor() {
  const inputs = hashOfInputs()
  const before = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {}
  if (before.inputs === inputs) return before.packages
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const notices = createNotices()
  for (const bundle of BUNDLES) {
    const { code, modules } = await bundled(bundle)
    write(`${bundle.name}.js`, code)
    if (bundle.declarations) write(`${bundle.name}.d.ts`, bundle.declarations())
    notices.add(code, modules)
  }
  const packages = notices.packages()
  write('NOTICES.txt', notices.text())
  // Last, because it says that all others are there.
  write('packages.json', `${JSON.stringify({ inputs, packages }, undefined, 2)}\n`)
  return packages
}

/** One file that imports nothing. */
async function bundled({ name, input, alias = {}, instead = {}, plugins = [] }) {
  const patches = patching(path.join(home, 'vendor/patches', name))
  const build = await rolldown({
    cwd: home,
    input: { [name]: input },
    platform: 'node',
    plugins: [patches.plugin, replacing(instead), ...plugins],
    resolve: { alias },
    external: (id) => id.startsWith('node:'),
    // Such as a name that the module in place of another does not export.
    onLog: (_, { message }) => {
      throw new Error(`${name}: ${message}`)
    },
  })
  const { output } = await build.generate({ codeSplitting: false })
  await build.close()
  const [{ code, imports, modules }] = output
  const foreign = imports.filter((each) => !each.startsWith('node:'))
  if (foreign.length > 0) throw new Error(`${name} still imports ${foreign.join(', ')}`)
  patches.check()
  const kept = Object.entries(modules).filter(([, { renderedLength }]) => renderedLength > 0)
  return { code, modules: kept.map(([id]) => id) }
}

/** Modules of ours in place of those whose path ends so. */
function replacing(instead) {
  return {
    name: 'instead',
    load(id) {
      const [, ours] =
        Object.entries(instead).find(([end]) => id.replaceAll('\\', '/').endsWith(end)) ?? []
      return ours === undefined ? null : { code: readFileSync(ours, 'utf8'), moduleType: 'ts' }
    },
  }
}

/** What is installed is what the lockfile says. */
function hashOfInputs() {
  const own = [
    fileURLToPath(import.meta.url),
    path.join(home, '../pnpm-lock.yaml'),
    path.join(home, '../spec/vocabulary.schema.json'),
  ]
  const folders = [path.join(home, 'scripts/vendor'), path.join(home, 'vendor')]
  const hash = createHash('sha256')
  for (const file of [...own, ...folders.flatMap(filesBelow)]) {
    hash.update(path.relative(home, file).replaceAll('\\', '/')).update('\0')
    hash.update(readFileSync(file)).update('\0')
  }
  return hash.digest('base64url')
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}

function write(name, text) {
  writeFileSync(path.join(target, name), text)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await vendor()
