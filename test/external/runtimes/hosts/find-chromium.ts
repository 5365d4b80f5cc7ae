import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'

export interface Chromium {
  readonly binary: string
  readonly env: NodeJS.ProcessEnv
}

const here = path.resolve('test/external/runtimes')

/** The browser that `CHROME` names, else the one that npm has installed, which is for Linux. */
export async function findChromium(): Promise<Chromium | { readonly missing: string }> {
  const own = process.env.CHROME
  if (own) return existsSync(own) ? { binary: own, env: process.env } : { missing: `no ${own}` }
  const manifest = path.join(here, 'node_modules/@sparticuz/chromium/package.json')
  const { platform, arch } = process
  if (platform !== 'linux' || arch !== 'x64') {
    return { missing: `npm has no Chromium for ${platform} ${arch}; name one in CHROME` }
  }
  if (!existsSync(manifest)) {
    return { missing: 'Chromium is not installed in test/external/runtimes; name one in CHROME' }
  }
  const { version } = JSON.parse(await readFile(manifest, 'utf8'))
  const folder = path.join(here, `.cache/chromium-${version}`)
  if (!existsSync(folder)) {
    const problem = await unpack(folder)
    if (problem) return { missing: `Chromium could not be unpacked: ${problem}` }
  }
  const libraries = [path.join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH]
  const env = { ...process.env, LD_LIBRARY_PATH: libraries.filter(Boolean).join(':') }
  return { binary: path.join(folder, 'chromium'), env }
}

/** Two concurrent runs unpack it twice, and neither sees an incomplete file. */
async function unpack(folder: string): Promise<string | undefined> {
  await mkdir(path.dirname(folder), { recursive: true })
  const workshop = await mkdtemp(`${folder}-`)
  try {
    const env = { ...process.env, TMPDIR: workshop }
    const script = path.join(here, 'hosts/unpack-chromium.mjs')
    const { status, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' })
    if (status !== 0) return stderr
    await rename(workshop, folder)
    return undefined
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
}
