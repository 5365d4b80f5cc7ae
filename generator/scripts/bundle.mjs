// Writes the JavaScript of the package, some files with many modules in each: loading hundreds of files takes longer
// than generating a small package. The compiler writes the declarations beside them, and single modules for tests
// (`modules`, which is not published).
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'
import './assets.mjs'
import { vendor } from './vendor.mjs'

await vendor()

const home = path.resolve(import.meta.dirname, '..')
const dist = path.join(home, 'dist')
const source = (file) => path.join(home, 'src', `${file}.ts`)

const ENTRIES = {
  main: source('main'),
  index: source('index'),
  emitter: source('emitter'),
  worker: source('pipeline/all-packages/worker'),
  // For tests, which run the built command line in their own process.
  run: source('cli/run'),
}

/**
 * What is always loaded together is a file, since finding and linking a file takes longer than reading it: what every
 * command needs, what a run with nothing to do needs beside it, what emitters and the library import, and what generates a
 * package. Each is all that its first module imports, so none imports a later one.
 */
const LOADED_TOGETHER = {
  start: source('main'),
  unchanged: source('cli/commands/generate'),
  door: source('emitter'),
  library: source('index'),
  generate: source('pipeline/generate-package'),
}

const closures = new Map()

const bundle = await rolldown({
  input: ENTRIES,
  platform: 'node',
  external: (id) => !id.startsWith('.') && !path.isAbsolute(id),
})
const { output } = await bundle.generate({
  dir: dist,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  sourcemap: true,
  codeSplitting: {
    groups: Object.keys(LOADED_TOGETHER).map((name, index) => ({
      name: (id, context) => (importedBy(name, context).has(id) ? name : null),
      debugName: name,
      priority: Object.keys(LOADED_TOGETHER).length - index,
    })),
  },
})

mkdirSync(dist, { recursive: true })
const written = new Set(output.map(({ fileName }) => fileName))
for (const file of readdirSync(dist)) {
  if (/\.js(\.map)?$/.test(file) && !written.has(file)) rmSync(path.join(dist, file))
}
for (const file of output) {
  write(
    path.join(dist, file.fileName),
    file.type === 'chunk' ? builtinsOnDemand(file.code) : withoutSources(file.source),
  )
}

write(path.join(dist, 'build.txt'), `${buildHash()}\n`)

/** The first module of a file, unless it is an entry, and all that it imports. */
function importedBy(name, context) {
  const known = closures.get(name)
  if (known) return known
  const found = new Set([LOADED_TOGETHER[name]])
  for (const id of found) {
    for (const target of context.getModuleInfo(id)?.importedIds ?? []) found.add(target)
  }
  // `run` is an entry for tests alone, so it needs no file of its own.
  for (const entry of Object.values(ENTRIES)) if (entry !== ENTRIES.run) found.delete(entry)
  closures.set(name, found)
  return found
}

/**
 * An import of a module of Node reads all that the module exports, and some of it is loaded when it is read: `node:crypto`
 * loads Web Crypto then, and `node:fs` all of streams. Every line stays where it is, so that source maps hold.
 */
function builtinsOnDemand(code) {
  const [imports] = /^(?:#!.*\n)?(?:import .*\n)*/.exec(code)
  const taken = imports.replace(
    /^import (?:(\w+)|(\{.*\})) from ("node:[\w/]+");$/gm,
    (_, whole, names, module) =>
      `const ${whole ?? names.replaceAll(' as ', ': ')} = process.getBuiltinModule(${module});`,
  )
  return taken + code.slice(imports.length)
}

/** What the tool is made of, so that a run with nothing to do need not read all of it. */
function buildHash() {
  const hash = createHash('sha256')
  const code = output.filter(({ type }) => type === 'chunk').map(({ fileName }) => fileName)
  const folders = [path.join(dist, 'vendor'), path.join(home, 'assets')]
  const others = folders.flatMap((folder) =>
    readdirSync(folder).map((file) => path.join(folder, file)),
  )
  const files = [...code.map((file) => path.join(dist, file)), ...others]
  for (const file of files.sort()) hash.update(readFileSync(file)).update('\0')
  return hash.digest('base64url')
}

function write(file, text) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  writeFileSync(file, text, file.endsWith('main.js') ? { mode: 0o755 } : {})
}

/** The sources are in the package, beside `dist`. */
function withoutSources(map) {
  const { sourcesContent: _, ...rest } = JSON.parse(map)
  return JSON.stringify(rest)
}
