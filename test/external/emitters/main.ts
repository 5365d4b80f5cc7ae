/*
 * `pnpm tool emitters [names…]`: what emitters make, with the libraries that they are for: a React page
 * in a browser, one small app each in React, Vue and Svelte against a server of the same document, the React and Vue
 * blocks of the documentation, and MSW 3 in the newer Node that it needs.
 */
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { generate } from 'tagwire'
import { tryApps } from './apps.js'
import { tryDocumented } from './documented.js'
import { tryMsw } from './msw.js'
import { tryReact } from './react.js'

export const here: string = path.resolve('test/external/emitters')

/** Throws if something is wrong; returns why it was skipped. */
type Attempt = () => Promise<string | undefined>

const attempts: Readonly<Record<string, Attempt>> = {
  documented: tryDocumented,
  react: tryReact,
  apps: tryApps,
  msw: tryMsw,
}

const say = (line: string): void => void process.stderr.write(`[emitters] ${line}\n`)
const asked = process.argv.slice(2)
let failures = 0

await generatePackages()
for (const [name, attempt] of Object.entries(attempts)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  try {
    const missing = await attempt()
    say(missing === undefined ? `${name}: all of it works` : `SKIPPED: ${name}: ${missing}`)
  } catch (error) {
    failures++
    say(`FAILED: ${name}: ${error instanceof Error ? error.message : error}`)
  }
}
say(failures === 0 ? 'nothing failed' : `${failures} failed`)
process.exitCode = failures === 0 ? 0 : 1

/** In a folder of this one, so that they find its libraries. */
async function generatePackages(): Promise<void> {
  const cwd = path.join(here, '.cache')
  await rm(cwd, { recursive: true, force: true })
  await mkdir(cwd, { recursive: true })
  const up = '../../../..' as const
  const of = (name: string, spec: string) => ({
    spec: `${up}/spec/${name}/${spec}`,
    out: name,
    name: `@tagwire/${name}`,
    emit: [
      'client',
      'schema',
      'mock',
      `${up}/packages/emit-query/dist/index.js`,
      `${up}/packages/emit-msw/dist/index.js`,
    ] as const,
  })
  const packages = {
    routing: of('routing', 'openapi.yaml'),
    'node-rpc': of('node-rpc', 'openrpc.yaml'),
    notes: {
      ...{ spec: '../apps/notes.yaml', out: 'notes', name: '@acme/notes', dates: 'date' as const },
      emit: [
        'client',
        'decode',
        'validate',
        `${up}/packages/emit-query/dist/index.js`,
        `${up}/packages/emit-server/dist/index.js`,
      ] as const,
    },
  }
  const made = await generate({ cwd, config: { packages } })
  const [problem] = made.packages.flatMap(({ diagnostics }) => diagnostics)
  if (problem) throw new Error(problem.message)
}
