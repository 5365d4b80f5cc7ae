import { spawn } from 'node:child_process'
import { binaryOf } from './binaries.js'
import { type FoundHost, patienceMs, tableIn } from './host.js'

export async function nodeHost(folder: string): Promise<FoundHost> {
  return processHost(process.execPath, [], folder)
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
