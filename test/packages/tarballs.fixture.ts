import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { once } from '../once.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What tests look into or install. */
const PACKED = [
  'runtime',
  'routing',
  'routing-execute',
  'routing-sandbox',
  'node-rpc',
  'node-rpc-0.37',
  'node-rpc-1.0',
  'emit-mcp',
  'migrate',
]

/** What `prepack` of generated packages runs and reads. */
const USED_BY_SCRIPTS = ['./generator/scripts/packed-documents.mjs', './spec']

/** npm reads all that is installed below a package, which is half of its work, and packs nothing of it. */
function copyWithoutModules(from: string, into: string): void {
  cpSync(path.join(root, from), path.join(into, from), {
    recursive: true,
    filter: (file) => path.basename(file) !== 'node_modules',
  })
}

export interface Tarball {
  readonly name: string
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

export interface Tarballs {
  readonly list: readonly Tarball[]
  /** Unpacks one below `node_modules` of a folder, as npm does. */
  readonly install: (project: string, ...names: readonly string[]) => void
}

/** What would be published. One npm for all files of a run: it takes longer to start than to pack. */
export async function packedPackages(): Promise<Tarballs> {
  const folder = await once('tarballs', async (destination) => {
    const folders = PACKED.map((name) => `./packages/${name}`)
    const copy = path.join(destination, 'copy')
    for (const each of [...folders, ...USED_BY_SCRIPTS]) copyWithoutModules(each, copy)
    const args = ['pack', '--json', '--pack-destination', destination, ...folders]
    const options = { cwd: copy, shell: process.platform === 'win32', maxBuffer: 2 ** 24 }
    const { stdout } = await promisify(execFile)('npm', args, options)
    rmSync(copy, { recursive: true, force: true })
    writeFileSync(path.join(destination, 'packed.json'), stdout)
  })
  const list: readonly Tarball[] = JSON.parse(
    readFileSync(path.join(folder, 'packed.json'), 'utf8'),
  )
  return {
    list,
    install(project, ...names) {
      for (const name of names) {
        const tarball = list.find((each) => each.name === name)
        if (!tarball) throw new Error(`${name} is not packed`)
        const target = path.join(project, 'node_modules', name)
        mkdirSync(target, { recursive: true })
        const file = path.join(folder, tarball.filename)
        execFileSync('tar', ['-xzf', file, '-C', target, '--strip-components=1'])
      }
    },
  }
}
