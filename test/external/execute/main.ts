/** Executions on chains of this machine, with the callbacks that people copy. `pnpm tool execute`, or one part of it. */
import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'

const here = import.meta.dirname
const callbacks = path.join(here, '.cache/callbacks')
rmSync(callbacks, { recursive: true, force: true })
// Here they find the libraries that they are for.
cpSync(path.join(here, '../../../packages/routing-execute/callbacks'), callbacks, {
  recursive: true,
})

const parts: Readonly<
  Record<string, () => Promise<(say: (line: string) => void) => Promise<void>>>
> = {
  evm: async () => (await import('./evm.js')).evmCases,
  cosmos: async () => (await import('./cosmos.js')).cosmosCases,
  messages: async () => (await import('./messages.js')).messageCases,
  svm: async () => (await import('./svm.js')).svmCases,
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !parts[name])
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there is ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}
for (const [name, load] of Object.entries(parts)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  const run = await load()
  await run((line) => console.log(`[${name}] ${line}`))
}
