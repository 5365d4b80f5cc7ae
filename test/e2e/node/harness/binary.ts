import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/** The release that the document describes. */
export const release = 'v0.38.25'

export type FoundBinary = { readonly path: string } | { readonly missing: string }

/**
 * The node's program: installed with Go as an ordinary tool, once, into `cacheFolder`. Two runs at
 * the same time build twice and neither sees a half-written file.
 */
export async function findBinary(
  cacheFolder: string,
  say: (line: string) => void,
  version = release,
): Promise<FoundBinary> {
  const module = `github.com/cometbft/cometbft/cmd/cometbft@${version}`
  if (process.platform === 'win32') return { missing: 'the node is not run on Windows' }
  const target = path.join(cacheFolder, `cometbft-${version}`)
  if (existsSync(target)) return { path: target }
  const go = spawnSync('go', ['version'], { encoding: 'utf8' })
  if (go.status !== 0) return { missing: 'Go is not installed' }
  await mkdir(cacheFolder, { recursive: true })
  const workshop = await mkdtemp(path.join(cacheFolder, 'install-'))
  try {
    say(`installing ${module} with ${go.stdout.trim()}; about a minute, the first time only`)
    const begun = Date.now()
    const problem = await install(module, workshop, () =>
      say(`still installing, ${seconds(begun)} s so far`),
    )
    if (problem) return { missing: `go install ${module} failed: ${problem}` }
    await rename(path.join(workshop, 'cometbft'), target)
    say(`installed in ${seconds(begun)} s`)
    return { path: target }
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
}

/** What went wrong, if anything did. */
function install(
  module: string,
  folder: string,
  stillThere: () => void,
): Promise<string | undefined> {
  // Without cgo a C compiler is not needed.
  const env = { ...process.env, GOBIN: folder, CGO_ENABLED: '0' }
  const go = spawn('go', ['install', module], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  go.stderr.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-2000)
  })
  const clock = setInterval(stillThere, 15_000)
  return new Promise((resolve) => {
    go.on('error', (error) => resolve(error.message))
    go.on('close', (code) => {
      clearInterval(clock)
      resolve(code === 0 ? undefined : said.trim() || `exit code ${code}`)
    })
  })
}

function seconds(since: number): string {
  return ((Date.now() - since) / 1000).toFixed(0)
}
