// Before a package is packed: puts the documents that it was made from beside it, under the names that
// `generation.json` gives them. The world of the mock is a package of its own.
import { cpSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const home = process.cwd()
const { document } = JSON.parse(readFileSync(path.join(home, 'generation.json'), 'utf8'))
const files = Object.keys(document).filter((name) => !name.includes('/world/'))
if (files.some((name) => !name.startsWith('spec/'))) throw new Error('a document outside of spec/')

rmSync(path.join(home, 'spec'), { recursive: true, force: true })
for (const name of files) cpSync(path.join(root, name), path.join(home, name))
