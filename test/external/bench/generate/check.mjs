import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './run.mjs'

const at = (file) => fileURLToPath(new URL(file, import.meta.url))
const tsc = at('node_modules/typescript/lib/tsc.js')

/**
 * What the compiler reports for the output: errors, instantiations, seconds of checking, memory.
 */
export async function check(folder) {
  const config = path.join(folder, 'tsconfig.check.json')
  writeFileSync(config, JSON.stringify({ compilerOptions: OPTIONS, include: ['src'] }))
  const { output } = await run([tsc, '-p', config, '--extendedDiagnostics'], {
    flags: ['--max-old-space-size=8192'],
    limitMs: 600_000,
    keep: Infinity,
  })
  const figure = (name) =>
    Number(new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(output)?.[1] ?? NaN)
  return {
    errors: output.match(/error TS/g)?.length ?? 0,
    instantiations: figure('Instantiations'),
    seconds: figure('Check time'),
    mb: figure('Memory used') / 1024,
  }
}

export const OPTIONS = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  // kubb's modules import one another with `.ts`.
  allowImportingTsExtensions: true,
  types: [],
  paths: {
    '@tagwire/runtime/*': [at('../../../../packages/runtime/dist/*/index.d.ts')],
    'openapi-fetch': [at('node_modules/openapi-fetch')],
    zod: [at('node_modules/zod')],
    '@kubb/plugin-client/clients/*': [at('node_modules/@kubb/plugin-client/dist/clients/*')],
  },
}
