// Copies an example out of the repository, installs it there with the packages of this tree, and runs its test.
//
//     pnpm build && node examples/try.mjs indexer-fleet
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const [name = ''] = process.argv.slice(2)
const root = path.resolve(import.meta.dirname, '..')
const home = mkdtempSync(path.join(tmpdir(), 'example-'))
const copy = path.join(home, name)
try {
  // What was installed in the tree is not taken along.
  const filter = (file) => path.basename(file) !== 'node_modules'
  cpSync(path.join(import.meta.dirname, name), copy, { recursive: true, filter })
  const packages = ['--filter', '@tagwire/runtime', '--filter', '@tagwire/node-rpc']
  run(root, 'npx', '-y', 'pnpm@12', '--silent', ...packages, 'pack', '--pack-destination', home)
  const tarballs = readdirSync(home).filter((file) => file.endsWith('.tgz'))
  run(copy, 'npm', 'install', '--no-audit', '--no-fund', ...tarballs.map((file) => `../${file}`))
  run(copy, 'npm', 'test')
} finally {
  rmSync(home, { recursive: true, force: true })
}

function run(cwd, program, ...args) {
  execFileSync(program, args, { cwd, stdio: 'inherit' })
}
