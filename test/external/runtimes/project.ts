import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

const here = path.resolve('test/external/runtimes')
const packed = ['runtime', 'routing', 'routing-execute', 'routing-sandbox', 'node-rpc']

export interface Project {
  readonly folder: string
  remove(): Promise<void>
}

/** A project as a stranger has it: the packed packages from npm's point of view, and the program. */
export async function installProject(): Promise<Project> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tagwire-runtimes-'))
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  try {
    await cp(path.join(here, 'program'), folder, { recursive: true })
    const own = JSON.parse(await readFile('package.json', 'utf8'))
    const dependencies = Object.fromEntries(
      await Promise.all(packed.map(async (name) => [`@tagwire/${name}`, await tarballOf(name)])),
    )
    for (const name of ['openapi-fetch', 'ws']) dependencies[name] = own.devDependencies[name]
    const manifest = { name: 'program', private: true, type: 'module', dependencies }
    await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest))
    // A command line of fixed words: npm is a script of the shell on some systems.
    const npm = spawnSync('npm install --no-audit --no-fund --loglevel=error', {
      cwd: folder,
      shell: true,
      encoding: 'utf8',
    })
    if (npm.status !== 0) throw new Error(`npm install failed: ${npm.stderr}`)
    return { folder, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function tarballOf(name: string): Promise<string> {
  const { version } = JSON.parse(await readFile(`packages/${name}/package.json`, 'utf8'))
  return `file:${path.join(here, `.cache/tarballs/tagwire-${name}-${version}.tgz`)}`
}
