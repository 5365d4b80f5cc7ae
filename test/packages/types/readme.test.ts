import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { complaintsOf } from './compile.fixture.js'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = path.resolve(here, '../../..')

/** The TypeScript of a README, one block after the other as a reader would paste it. */
function programOf(name: string): string[] {
  const text = readFileSync(path.join(root, 'packages', name, 'README.md'), 'utf8')
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => match[1] ?? '')
}

it('every snippet of the READMEs compiles against the built packages', async () => {
  const folder = path.join(here, '.cache/readme')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of ['routing', 'node-rpc']) {
    const blocks = programOf(name)
    expect(blocks.length).toBeGreaterThan(5)
    // In the README of the node each block is a program of its own.
    const programs = name === 'routing' ? [blocks.join('\n')] : blocks
    for (const [index, program] of programs.entries()) {
      writeFileSync(path.join(folder, `${name}-${index}.ts`), program)
    }
  }
  const config = {
    extends: '../../accept/tsconfig.json',
    compilerOptions: { noUnusedLocals: false, noUnusedParameters: false, rootDir: '.' },
    include: ['.'],
  }
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config))
  expect(await complaintsOf('.cache/readme')).toEqual([])
})

it('the README of the node hands in a transaction and waits for it', () => {
  expect(programOf('node-rpc').join('\n')).toMatch(
    /begun = await \w+\.broadcastTxSync\(.+\n.+waitForTx\(\{ hash: `0x\$\{begun\.hash\}` \}\)/,
  )
})
