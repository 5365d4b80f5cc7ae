import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { binaryOf } from './binaries.js'
import { type FoundHost, patienceMs, tableIn } from './host.js'

/** The one that runs this, or the newest of another line; they have a WebSocket of their own. */
export async function nodeHost(folder: string, line?: 22 | 26): Promise<FoundHost> {
  if (line === undefined) return processHost(process.execPath, [], folder)
  const name = `node-${line}-${process.platform}-${process.arch}`
  const binary = path.resolve('test/external/runtimes/node_modules', name, 'bin/node')
  if (!existsSync(binary)) return { missing: 'only fetched for Linux on x64' }
  return processHost(binary, [], folder)
}

export async function bunHost(folder: string): Promise<FoundHost> {
  const binary = await binaryOf('bun', 'bin/bun')
  return binary ? processHost(binary, ['run'], folder) : { missing: 'no Bun for this machine' }
}

/** With leave to use the network of this machine and nothing else. */
export async function denoHost(folder: string): Promise<FoundHost> {
  const binary = await binaryOf('deno', 'deno')
  const flags = ['run', '--no-prompt', '--node-modules-dir=manual', '--allow-net=127.0.0.1']
  return binary ? processHost(binary, flags, folder) : { missing: 'no Deno for this machine' }
}

async function processHost(
  binary: string,
  flags: readonly string[],
  folder: string,
): Promise<FoundHost> {
  const { stdout, stderr, code } = await outputOf(binary, ['--version'], folder)
  if (code !== 0) return { missing: `it does not start: ${stderr}` }
  return {
    version: /[\d.]+/.exec(stdout)?.[0] ?? '',
    async run(places) {
      const args = [...flags, 'process.js', JSON.stringify(places)]
      const { stdout, stderr, code } = await outputOf(binary, args, folder)
      if (code !== 0) throw new Error(`it ended with ${code}: ${stderr.slice(-3000)}`)
      return tableIn(stdout, stderr)
    },
  }
}

export interface Output {
  readonly stdout: string
  readonly stderr: string
  readonly code: number | string | null
}

/** Runs a program to its own end. One that does not end is a failure, and is ended. */
export function outputOf(
  binary: string,
  args: readonly string[],
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Output> {
  const child = spawn(binary, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    said.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.stderr += chunk
  })
  const patience = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  return new Promise((resolve) => {
    child.on('error', ({ message }) => resolve({ ...said, stderr: message, code: 'no start' }))
    child.on('close', (code, signal) => {
      clearTimeout(patience)
      resolve({ ...said, code: signal ?? code })
    })
  })
}
