// Before the tool is packed: removes the declarations that nobody can import. The compiler writes one for each module, of
// which `tagwire` and `tagwire/emitter` reach one in eight.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ENTRIES = ['index.d.ts', 'emitter.d.ts']

/** Removes what no entry of a `dist` reaches. */
export function removeUnreached(dist) {
  const reached = new Set(ENTRIES.map((entry) => path.join(dist, entry)))
  for (const file of reached) for (const target of targetsOf(file, dist)) reached.add(target)
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(dist, name)
    if (/\.d\.ts$/.test(name) && !reached.has(file)) rmSync(file)
  }
}

function targetsOf(file, dist) {
  const text = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const names = [...text.matchAll(/\b(?:from|import\()\s*['"]([.#][^'"\n]+)['"]/g)]
  return names.map(([, name]) =>
    name.startsWith('#')
      ? path.join(dist, 'vendor', `${name.slice(1)}.d.ts`)
      : path.join(path.dirname(file), name.replace(/\.js$/, '.d.ts')),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const home = path.resolve(import.meta.dirname, '..')
  removeUnreached(path.join(home, 'dist'))
  // Otherwise the next build would think that they are there.
  rmSync(path.join(home, 'tsconfig.tsbuildinfo'), { force: true })
}
