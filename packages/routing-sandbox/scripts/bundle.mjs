// Writes `dist`: the world of the document as data, and the server with the mock in it, so that whoever starts it
// with npx installs one package without dependencies. The compiler writes the declarations beside them.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { inspect } from 'tagwire'

const home = path.resolve(import.meta.dirname, '..')
const dist = path.join(home, 'dist')
mkdirSync(dist, { recursive: true })

const { model } = await inspect('spec/routing/openapi.yaml', { cwd: path.resolve(home, '../..') })
if (!model?.world) throw new Error('spec/routing/openapi.yaml has no world')
writeFileSync(path.join(dist, 'world.js'), `export const world = ${JSON.stringify(model.world)}\n`)

const bundle = await rolldown({
  input: { index: path.join(home, 'src/index.ts'), main: path.join(home, 'src/main.ts') },
  platform: 'node',
  // The package finds its own world as the mock of everybody else does.
  external: ['@tagwire/routing-sandbox/world'],
})
await bundle.write({ dir: dist, entryFileNames: '[name].js', chunkFileNames: 'sandbox.js' })
chmodSync(path.join(dist, 'main.js'), 0o755)
