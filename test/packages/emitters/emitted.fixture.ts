import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Part } from 'tagwire/emitter'
import { generate } from '../../../generator/src/pipeline/library.js'

export const repository: string = fileURLToPath(new URL('../../../', import.meta.url))

/** Packages that an emitter of this repository adds modules to, and a folder to compile programs in. */
export interface Emitted {
  readonly folder: string
  /** `routing/src/zod.ts` */
  readonly load: (file: string) => Promise<Readonly<Record<string, unknown>>>
  /** What the compiler says of a program that imports the packages by path. */
  readonly compile: (program: string) => string
  readonly remove: () => Promise<void>
}

export async function emitPackages(emitter: string, parts: readonly Part[]): Promise<Emitted> {
  const folder = mkdtempSync(path.join(tmpdir(), `tagwire-emit-${emitter}-`))
  symlinkSync(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'))
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  const source = path.join(repository, 'packages', `emit-${emitter}`, 'src/index.ts')
  const from = `../${path.relative(path.dirname(folder), source)}` as const
  const of = (name: string, spec: string) => ({
    spec: path.join(repository, spec),
    out: name,
    name: `@tagwire/${name}`,
    emit: [...parts, from],
  })
  const packages = {
    routing: of('routing', 'spec/routing/openapi.yaml'),
    'node-rpc': of('node-rpc', 'spec/node-rpc/openrpc.yaml'),
  }
  const made = await generate({ cwd: folder, config: { packages } })
  const [problem] = made.packages.flatMap(({ diagnostics }) => diagnostics)
  if (problem) throw new Error(problem.message)
  return {
    folder,
    load: (file) => import(pathToFileURL(path.join(folder, file)).href),
    compile: (program) => compile(folder, program),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

function compile(folder: string, program: string): string {
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    verbatimModuleSyntax: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  }
  writeFileSync(path.join(folder, 'program.ts'), program)
  const config = JSON.stringify({ compilerOptions, files: ['program.ts'] })
  writeFileSync(path.join(folder, 'tsconfig.json'), config)
  const root = path.dirname(createRequire(import.meta.url).resolve('typescript/package.json'))
  const args = [path.join(root, 'bin/tsc'), '-p', folder, '--pretty', 'false']
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return stdout + stderr
}

/** How long an emitter is, and what it imports. */
export function emitterSource(name: string): { readonly lines: number; readonly uses: string[] } {
  const sources = path.join(repository, 'packages', `emit-${name}`, 'src')
  const texts = readdirSync(sources).map((file) => readFileSync(path.join(sources, file), 'utf8'))
  const uses = texts.flatMap((text) => [...text.matchAll(/^(?:import|\}) .*from '([^'.][^']*)'/gm)])
  return {
    lines: texts.join('').split('\n').length,
    uses: [...new Set(uses.map(([, from = '']) => from))],
  }
}
