// Writes the JavaScript of the runtime, a file for each entry and some that entries share: loading a file costs
// more than running it, and there are a hundred modules. The compiler writes the declarations beside it.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'

const home = path.resolve(import.meta.dirname, '..')
const { exports, imports } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'))
const rooms = Object.keys(exports).flatMap((entry) => /^\.\/([\w/]+)$/.exec(entry)?.[1] ?? [])

// Files that stand for each other, depending on where the package runs.
const variants = [...new Set(Object.values(imports).flatMap(Object.values))].flatMap(
  (file) => /^\.\/dist\/(.+)(?<!\.d)\.[jt]s$/.exec(file)?.[1] ?? [],
)

const bundle = await rolldown({
  input: Object.fromEntries([
    ...rooms.map((room) => [`${room}/index`, path.join(home, 'src', room, 'index.ts')]),
    ...variants.map((file) => [file, path.join(home, 'src', `${file}.ts`)]),
  ]),
  platform: 'neutral',
  // The platform decides which file this is.
  external: ['#base64'],
})
const { output } = await bundle.generate({
  dir: path.join(home, 'dist'),
  entryFileNames: '[name].js',
  chunkFileNames: 'shared/[name].js',
  sourcemap: true,
  // Shorter statements for bundlers whose own minifiers do less. Names and lines stay, for those who debug.
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
})
for (const file of output) {
  write(
    path.join(home, 'dist', file.fileName),
    file.type === 'chunk' ? file.code : withoutSources(file.source),
  )
}

// tagwire draws samples with these modules and copies them into apps: what it remembers is of this build.
write(path.join(home, 'dist/build.txt'), `${hashOf(path.join(home, 'src'))}\n`)

// A folder for each entry, for tools that do not read `exports`.
for (const room of rooms) {
  const up = '../'.repeat(room.split('/').length)
  const main = `${up}dist/${room}/index.js`
  const manifest = { type: 'module', main, types: main.replace(/\.js$/, '.d.ts') }
  write(path.join(home, room, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
}

function hashOf(folder) {
  const hash = createHash('sha256')
  for (const file of readdirSync(folder, { recursive: true })
    .filter((each) => each.endsWith('.ts'))
    .sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(folder, file)))
      .update('\0')
  return hash.digest('base64url')
}

/** A file that is the same keeps its time: for `tsc -b`, everything that uses the runtime would be out of date. */
function write(file, text) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** The sources are in the package, beside `dist`. */
function withoutSources(map) {
  const { sourcesContent: _, ...rest } = JSON.parse(map)
  return JSON.stringify(rest)
}
