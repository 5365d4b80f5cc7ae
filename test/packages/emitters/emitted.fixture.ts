import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { generate } from '../../../generator/src/pipeline/library.js'
import { CAREFUL_OPTIONS, compiler } from '../../compiler.js'
import { once } from '../../once.js'
import { documentOfReadme, programsOf } from './programs.js'

export const repository: string = fileURLToPath(new URL('../../../', import.meta.url))

/** Packages that the emitters of this repository add modules to, with programs that use them. */
export interface Emitted {
  readonly folder: string
  /** A module of a package or a program, from its source: `routing/src/zod.ts`, `msw.ts`. */
  readonly load: <Module = Readonly<Record<string, unknown>>>(file: string) => Promise<Module>
  /** A module as the compiler wrote it. */
  readonly built: (file: string) => string
  /** What the compiler reports for all of it. */
  readonly problems: readonly string[]
}

/** Every package with the modules of all emitters, compiled with the programs; once for all files of a run. */
export async function emittedPackages(): Promise<Emitted> {
  const folder = await once('emitted', async (empty) => {
    await emit(empty)
    writeFileSync(path.join(empty, PROBLEMS), compile(empty))
  })
  return {
    folder,
    load: (file) => import(pathToFileURL(path.join(folder, file)).href),
    built: (file) => path.join(folder, 'dist', file),
    problems: readFileSync(path.join(folder, PROBLEMS), 'utf8').split('\n').filter(Boolean),
  }
}

/** Packages of documents about which there is something to say. */
const WITH_HINTS: readonly string[] = ['wire', 'streams', 'pages']

const PROBLEMS = 'problems.txt'

async function emit(folder: string): Promise<void> {
  symlinkSync(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'))
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  // As users have them, and as JavaScript, which needs no other compiler to load.
  const from = (emitter: string) => {
    const built = path.join(repository, 'packages', `emit-${emitter}`, 'dist/index.js')
    return `./${path.relative(folder, built)}` as const
  }
  const clients = ['zod', 'msw', 'query'].map(from)
  const of = (name: string, spec: string) => ({
    spec: path.join(repository, spec),
    out: name,
    name: `@tagwire/${name}`,
    emit: ['client', 'schema', 'mock', 'validate', 'decode', ...clients, from('mcp')] as const,
  })
  const packages = {
    routing: of('routing', 'spec/routing/openapi.yaml'),
    'node-rpc': of('node-rpc', 'spec/node-rpc/openrpc.yaml'),
    odd: of('odd', 'test/packages/emitters/odd-shapes.yaml'),
    shop: {
      ...{ spec: path.join(repository, 'test/packages/emitters/server/shop.yaml'), out: 'shop' },
      ...{
        name: '@acme/shop',
        emit: ['client', 'validate', 'mock', from('server'), from('msw'), from('query')] as const,
      },
    },
    agreement: {
      ...{
        spec: path.join(repository, 'test/packages/emitters/server/agreement.yaml'),
        out: 'agreement',
      },
      ...{
        name: '@acme/agreement',
        emit: ['client', 'validate', 'mock', from('server')] as const,
      },
    },
    calc: {
      ...{ spec: path.join(repository, 'test/packages/emitters/server/calc.yaml'), out: 'calc' },
      ...{
        name: '@acme/calc',
        emit: ['client', 'validate', 'mock', from('server'), from('msw')] as const,
      },
    },
    // Pages and streams of every kind, errors by status, and tags.
    ...Object.fromEntries(
      ['pages', 'streams'].map((name) => [
        name,
        {
          ...{ spec: path.join(repository, `test/golden/${name}/spec.yaml`), out: name },
          ...{ name: `@tagwire/${name}`, emit: ['client', from('query')] as const },
        },
      ]),
    ),
    ledger: {
      ...{ spec: path.join(repository, 'test/golden/subscriptions/openrpc.yaml'), out: 'ledger' },
      ...{
        name: '@acme/ledger',
        emit: ['client', 'validate', from('server'), from('mcp'), from('query')] as const,
      },
    },
    // Streams that a member asks for, bodies of many kinds; and no more parts than the emitters need.
    wire: {
      ...of('wire', 'test/golden/on-the-wire/spec.yaml'),
      emit: ['client', 'schema', 'mock', ...clients] as const,
    },
  }
  writeFileSync(path.join(folder, 'openapi.yaml'), documentOfReadme(repository, 'server'))
  const api = {
    ...{ spec: 'openapi.yaml', out: 'api', name: '@acme/api' },
    emit: ['client', 'validate', from('server')] as const,
  }
  const dated = {
    ...{ spec: path.join(repository, 'test/golden/dates/spec.yaml'), out: 'dated' },
    ...{ name: '@tagwire/dated', dates: 'date' as const },
    emit: ['client', 'decode', from('query')] as const,
  }
  const made = await generate({ cwd: folder, config: { packages: { ...packages, api, dated } } })
  const problems = made.packages.flatMap(({ name, diagnostics }) =>
    diagnostics.filter(({ severity }) => !WITH_HINTS.includes(name) || severity === 'error'),
  )
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'))
}

function compile(folder: string): string {
  const programs = programsOf(folder, repository)
  for (const [file, text] of Object.entries(programs)) writeFileSync(path.join(folder, file), text)
  const compilerOptions = {
    ...CAREFUL_OPTIONS,
    declaration: true,
    rootDir: '.',
    outDir: 'dist',
  }
  // Methods that only subscriptions call are none of the client.
  const modules = ['routing/src/mcp.ts', 'node-rpc/src/mcp.ts', 'ledger/src/mcp.ts']
  const wire = ['zod', 'msw', 'query'].map((name) => `wire/src/${name}.ts`)
  const files = [
    ...Object.keys(programs),
    ...modules,
    ...wire,
    'ledger/src/query.ts',
    'dated/src/query.ts',
    'pages/src/query.ts',
    'streams/src/query.ts',
    'shop/src/server.ts',
    'shop/src/query.ts',
    'ledger/src/server.ts',
    'shop/src/msw.ts',
    'calc/src/msw.ts',
  ]
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const args = ['-p', folder, '--pretty', 'false']
  // In the folder, so that each problem begins with the name of its file.
  const { status, stdout, stderr } = spawnSync(compiler, args, { cwd: folder, encoding: 'utf8' })
  const said = stdout + stderr
  return status === 0 || said !== '' ? said : `the compiler ended with ${status}`
}

/** How long an emitter is, and what it imports. */
export function emitterSource(name: string): { readonly lines: number; readonly uses: string[] } {
  const sources = path.join(repository, 'packages', `emit-${name}`, 'src')
  const files = readdirSync(sources).filter((file) => file.endsWith('.ts'))
  const texts = files.map((file) => readFileSync(path.join(sources, file), 'utf8'))
  const uses = texts.flatMap((text) => [...text.matchAll(/^(?:import|\}) .*from '([^'.][^']*)'/gm)])
  return {
    lines: texts.join('').split('\n').length,
    uses: [...new Set(uses.map(([, from = '']) => from))],
  }
}
