// Generates the package whose server is measured, and bundles it as .cache/orders.mjs.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { generate } from '../../../../generator/dist/index.js'

const here = import.meta.dirname
const repository = path.resolve(here, '../../../..')
const cache = path.join(here, '.cache')
rmSync(cache, { recursive: true, force: true })
mkdirSync(cache, { recursive: true })

const emitter = `./${path.relative(here, path.join(repository, 'packages/emit-server/dist/index.js'))}`
const orders = {
  spec: 'openapi.yaml',
  out: '.cache/orders',
  name: '@acme/orders',
  emit: ['client', 'validate', emitter],
}
await generate({ cwd: here, config: { packages: { orders } } })

// Everything together, as an application has it.
const entry = path.join(cache, 'entry.ts')
writeFileSync(
  entry,
  `export { createServer } from './orders/src/server.js'
export { orderValidator } from './orders/src/validate.js'
export { nodeHandler } from '@tagwire/runtime/server/node'
`,
)
const runtime = path.join(repository, 'packages/runtime/dist')
const bundle = await rolldown({
  input: entry,
  platform: 'neutral',
  logLevel: 'silent',
  resolve: { alias: { '@tagwire/runtime': runtime } },
})
await bundle.write({ file: path.join(cache, 'orders.mjs') })
