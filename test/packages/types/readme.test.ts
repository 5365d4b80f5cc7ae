import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { packagePages } from '../../docs/package-pages.js'
import { complaintsOf } from './compile.fixture.js'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = path.resolve(here, '../../..')

/** What other tests check: declarations of emitters, and programs for packages that the guides themselves make. */
const ELSEWHERE =
  /^docs\/(?:emitter-(?:reference|types)\.md$|guides\/19-pages-and-streams\.md$|use\/)/

/** Every README, everything written by hand in `docs`, and the pages of the packages. */
const FILES = [
  'README.md',
  'CONTRIBUTING.md',
  'generator/README.md',
  'spec/README.md',
  ...markdownIn('packages'),
  ...packagePages.keys(),
  ...markdownIn('examples'),
  ...markdownIn('docs').filter((file) => !ELSEWHERE.test(file)),
]

function markdownIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`
    if (['node_modules', 'dist', 'src'].includes(entry.name)) return []
    return entry.isDirectory() ? markdownIn(file) : file.endsWith('.md') ? [file] : []
  })
}

/** The TypeScript of a Markdown text, one block after the other as a reader would paste it. */
function blocksOf(text: string): string[] {
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => match[1] ?? '')
}

function programOf(name: string): string[] {
  return blocksOf(packagePages.get(name) ?? readFileSync(path.join(root, name), 'utf8'))
}

/** What the compiler reports for the programs; each is a separate module. */
async function complaintsAbout(name: string, programs: ReadonlyMap<string, string>) {
  const folder = path.join(here, '.cache', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [file, program] of programs) writeFileSync(path.join(folder, `${file}.ts`), program)
  const config = {
    extends: '../../accept/tsconfig.json',
    compilerOptions: {
      noUnusedLocals: false,
      noUnusedParameters: false,
      moduleDetection: 'force',
      types: ['node'],
      rootDir: '.',
    },
    include: ['.'],
  }
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config))
  return complaintsOf(`.cache/${name}`)
}

it('every snippet of READMEs and guides compiles alone against the built packages', async () => {
  const programs = new Map<string, string>()
  for (const file of FILES) {
    for (const [index, block] of programOf(file).entries()) {
      programs.set(`${file.replaceAll(/[^\w]/g, '-')}-${index + 1}`, block)
    }
  }
  expect(programs.size).toBeGreaterThan(300)
  expect(await complaintsAbout('readme', programs)).toEqual([])
})

it('the README of the node sends a transaction and waits for it', () => {
  expect(programOf('packages/node-rpc/README.md').join('\n')).toMatch(
    /sent = await \w+\.broadcastTxSync\(.+\n.*sent\.code !== 0.*\n.+waitForTx\(\{ hash: `0x\$\{sent\.hash\}` \}\)/,
  )
})
