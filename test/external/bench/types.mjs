// The compiler's work for a file that uses everything, compared with the output of other generators for the
// same document, with the same compiler.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@hey-api/openapi-ts'
import ts from 'typescript'
import { membersOf, usageOf } from './usage.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const work = path.join(here, '.cache/types')
const document = path.join(here, '../../../spec/routing/openapi.yaml')
const compiler = path.join(here, 'node_modules/typescript/bin/tsc')
const RUNS = 7
const base = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  strict: true,
  noEmit: true,
  types: [],
}

rmSync(work, { recursive: true, force: true })
mkdirSync(path.join(work, 'node_modules'), { recursive: true })
writeFileSync(path.join(work, 'package.json'), '{ "type": "module" }\n')
const fetchPackage = path.join(here, '../../../packages/routing/node_modules/openapi-fetch')
symlinkSync(fetchPackage, path.join(work, 'node_modules/openapi-fetch'), 'junction')
await heyApi()
openapiTypescript()

const OURS = 'tagwire: routing'
const BOTH = 'tagwire: routing and node-rpc'
const THEIRS = 'openapi-typescript: types'
const CLIENT = 'openapi-typescript and openapi-fetch'
const FETCH = 'openapi-fetch alone'
const HEY = 'hey-api: types and SDK'
const programs = {
  [OURS]: usage(['@tagwire/routing']),
  [BOTH]: usage(['@tagwire/routing', '@tagwire/node-rpc']),
  [THEIRS]: openapiTypes(),
  [CLIENT]: `${openapiTypes()}import createClient from 'openapi-fetch'\nexport const client = createClient<paths>()\n`,
  [FETCH]: "import 'openapi-fetch'\n",
  [HEY]: usage(['./hey-api/index.js']),
}
const TITLE = {
  used: 'A file that uses everything; skipLibCheck, as in new projects',
  checked: "The same, with all declaration files checked (but not the compiler's own)",
}
const configs = Object.keys(TITLE).flatMap((mode) =>
  Object.entries(programs).map(([name, text], at) => ({
    mode,
    name,
    config: configure(mode, at, text),
  })),
)
const runs = configs.map((each) => ({ ...each, results: [] }))
for (let run = 0; run < RUNS; run++) {
  for (const each of runs) each.results.push(compile(each.config))
}
for (const mode of Object.keys(TITLE)) report(mode)
console.log('\nNo other generator reads OpenRPC, so node-rpc has no peer.')

function usage(specifiers) {
  const { options } = ts.convertCompilerOptionsFromJson({ ...base, skipLibCheck: true }, work)
  return usageOf(specifiers, path.join(work, 'probe.ts'), options)
}

function openapiTypes() {
  const file = path.join(work, 'openapi-typescript.d.ts')
  const all = membersOf(file, [['components', 'schemas'], ['paths'], ['operations']])
  const lines = all.map((type, at) => `export declare const t${at}: ${type}`)
  return `import type { components, operations, paths } from './openapi-typescript.js'\n${lines.join('\n')}\n`
}

async function heyApi() {
  await createClient({
    input: document,
    output: { path: path.join(work, 'hey-api'), module: { extension: '.js' } },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent' },
  })
}

function openapiTypescript() {
  const cli = path.join(here, 'node_modules/openapi-typescript/bin/cli.js')
  const output = path.join(work, 'openapi-typescript.d.ts')
  execFileSync(process.execPath, [cli, document, '-o', output], { cwd: work, stdio: 'pipe' })
}

function configure(mode, at, text) {
  const name = `${mode}-${at}`
  writeFileSync(path.join(work, `${name}.ts`), text)
  const config = path.join(work, `${name}.json`)
  const compilerOptions = { ...base, skipLibCheck: mode === 'used', skipDefaultLibCheck: true }
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [`${name}.ts`] }))
  return config
}

function compile(config) {
  const args = [compiler, '-p', config, '--extendedDiagnostics', '--pretty', 'false']
  let output
  try {
    output = execFileSync(process.execPath, args, { encoding: 'utf8' })
  } catch (error) {
    throw new Error(`${config} does not compile:\n${error.stdout}`)
  }
  const number = (label) => Number(new RegExp(`^${label}:\\s+([\\d.]+)`, 'm').exec(output)?.[1])
  return {
    instantiations: number('Instantiations'),
    types: number('Types'),
    check: number('Check time'),
    total: number('Total time'),
  }
}

function report(mode) {
  const middle = (name, field) => {
    const { results } = runs.find((each) => each.mode === mode && each.name === name)
    const values = results.map((each) => each[field]).sort((left, right) => left - right)
    return values[Math.floor(values.length / 2)]
  }
  console.log(`\n${TITLE[mode]}; medians of ${RUNS} runs, TypeScript ${ts.version}.\n`)
  console.log(`${''.padEnd(38)} instantiations   types  check s  total s`)
  for (const name of Object.keys(programs)) {
    console.log(
      name.padEnd(38),
      String(middle(name, 'instantiations')).padStart(14),
      String(middle(name, 'types')).padStart(7),
      middle(name, 'check').toFixed(2).padStart(8),
      middle(name, 'total').toFixed(2).padStart(8),
    )
  }
  const against = (peer, field) => `${(middle(OURS, field) / middle(peer, field)).toFixed(2)}x`
  console.log(`\ninstantiations to hey-api: ${against(HEY, 'instantiations')}`)
  console.log(`check time to openapi-typescript, types alone: ${against(THEIRS, 'check')}`)
  console.log(`check time to openapi-typescript and openapi-fetch: ${against(CLIENT, 'check')}`)
}
