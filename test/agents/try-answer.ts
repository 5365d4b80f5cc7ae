import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { rolldown } from 'rolldown'
import { generate } from '../../generator/src/pipeline/library.js'
import { compiler } from '../compiler.js'
import { KEY, type Log, startShop } from './service.js'
import type { Task } from './tasks.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A program may take as long, its retries included. */
const PATIENCE_MS = 20_000

/** Writes the package of docs/use/shop.yaml into a folder, with the compiler's options for programs in it. */
export async function prepare(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const shop = {
    spec: path.relative(folder, path.join(root, 'docs/use/shop.yaml')),
    out: 'shop',
    name: '@acme/shop',
  }
  writeFileSync(path.join(folder, 'tagwire.config.json'), JSON.stringify({ packages: { shop } }))
  const { ok } = await generate({ cwd: folder })
  if (!ok) throw new Error('docs/use/shop.yaml cannot be generated.')
  const options = {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    moduleDetection: 'force',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    paths: { '@acme/shop': ['./shop/src/index.ts'], '@acme/shop/*': ['./shop/src/*.ts'] },
  }
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['*.ts'] }, undefined, 2),
  )
}

/** What the compiler says of all programs in a prepared folder. */
export async function compiled(folder: string): Promise<string[]> {
  const { output } = await run(compiler, ['-p', folder, '--pretty', 'false'], {})
  return output.split('\n').filter((line) => line.includes('error TS'))
}

/**
 * Runs a program in a prepared folder beside a service of its own, and says what is not as the task asks. Answers that
 * are known need no process of their own: a thread takes half as long.
 */
export async function complaintsAbout(
  task: Task,
  program: string,
  start: typeof inProcess = inProcess,
): Promise<string[]> {
  const folder = path.dirname(program)
  const file = program.replace(/\.ts$/, '.mjs')
  const shop = path.join(folder, 'shop/src')
  const bundle = await rolldown({
    input: program,
    platform: 'node',
    external: /^@tagwire\/runtime/,
    resolve: {
      alias: {
        ...Object.fromEntries(
          ['validate', 'decode', 'mock', 'operations'].map((part) => [
            `@acme/shop/${part}`,
            path.join(shop, `${part}.ts`),
          ]),
        ),
        '@acme/shop': path.join(shop, 'index.ts'),
      },
    },
  })
  await bundle.write({ file, format: 'esm', codeSplitting: false })
  await bundle.close()
  const service = await startShop()
  try {
    const env = { SHOP_URL: service.url, SHOP_KEY: KEY }
    return judge(task, await start(file, env), service)
  } finally {
    service.close()
  }
}

type Environment = Readonly<Record<string, string>>

function inProcess(file: string, env: Environment): Promise<Run> {
  return run(process.execPath, [file], env)
}

/** Runs a module in a thread. */
export async function inThread(file: string, env: Environment): Promise<Run> {
  const worker = new Worker(pathToFileURL(file), {
    env: { ...process.env, ...env },
    stdout: true,
  })
  let output = ''
  worker.stdout.on('data', (data) => {
    output += String(data)
  })
  const late = setTimeout(() => void worker.terminate(), PATIENCE_MS)
  const printed = once(worker.stdout, 'end')
  try {
    const [code] = await once(worker, 'exit')
    await printed
    return code === 0 ? { output } : { output, failure: `it failed: its thread ended with ${code}` }
  } catch (error) {
    return { output, failure: `it failed: ${error}` }
  } finally {
    clearTimeout(late)
  }
}

interface Run {
  readonly output: string
  readonly failure?: string
}

/** What is not as the task asks. */
export function judge(task: Task, { output, failure }: Run, log: Log): string[] {
  const wanted = `${task.prints.join('\n')}\n`
  const also = task.also?.(log)
  return [
    ...(failure === undefined ? [] : [failure]),
    ...(output === wanted ? [] : [`it printed\n${output}\nin place of\n${wanted}`]),
    ...(also === undefined ? [] : [also]),
  ]
}

function run(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Run> {
  return new Promise((resolve) => {
    const options = { cwd: root, env: { ...process.env, ...env }, timeout: PATIENCE_MS }
    execFile(file, args, options, (error, output, said) => {
      const failure = error ? `it failed: ${said.trim() || error.message}` : undefined
      resolve(failure === undefined ? { output } : { output, failure })
    })
  })
}
