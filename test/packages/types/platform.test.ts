import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { complaintsOf } from './compile.fixture.js'

const here = fileURLToPath(new URL('.', import.meta.url))
const packages = path.resolve(here, '../../../packages')

/** Everything that the generated packages and the runtime export, and a program of a service. */
function programs(): Map<string, string> {
  const entries = ['node-rpc', 'node-rpc-0.37', 'node-rpc-1.0', 'routing'].flatMap((folder) => {
    const text = readFileSync(path.join(packages, folder, 'package.json'), 'utf8')
    const { name, exports } = JSON.parse(text)
    const paths = Object.keys(exports).filter((entry) => !entry.endsWith('.json'))
    return paths.map((entry) => `${name}${entry.slice(1)}`)
  })
  const every = entries.map((entry, index) => `export * as _${index} from '${entry}'`)
  return new Map([
    ['every-entry', every.join('\n')],
    [
      'service',
      `import { createNodeRpcClient, eventQuery, history, http, webSocket } from '@tagwire/node-rpc'
      const transport = http('http://a', { timeoutMs: 5, headers: { a: 'b' } })
      const node = createNodeRpcClient({ transport })
      export const latest: string = (await node.status()).sync_info.latest_block_height
      export const chains = new Map<number, string | undefined>()
      for await (const { height, block } of history(node, { methods: ['block'], from: 1 })) {
        chains.set(height, block.block?.header.chain_id)
      }
      const live = createNodeRpcClient({ transport: webSocket('ws://a') })
      for await (const { data } of live.subscribe(eventQuery('Tx'))) {
        chains.set(Number(data.value.TxResult.height), data.type)
      }`,
    ],
  ])
}

/** What the compiler says without the library of browsers. */
async function complaints(folder: string, compilerOptions: object) {
  const directory = path.join(here, '.cache', folder)
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  for (const [name, text] of programs()) writeFileSync(path.join(directory, `${name}.ts`), text)
  const config = {
    extends: '../../accept/tsconfig.json',
    compilerOptions: { lib: ['es2023'], rootDir: '.', ...compilerOptions },
    include: ['.'],
  }
  writeFileSync(path.join(directory, 'tsconfig.json'), JSON.stringify(config))
  expect(readdirSync(directory)).toHaveLength(programs().size + 1)
  return complaintsOf(`.cache/${folder}`)
}

it('the types of the packages need no DOM library: those of Node are enough, declarations checked', async () => {
  expect(await complaints('node-types', { types: ['node'], skipLibCheck: false })).toEqual([])
})

it('a program compiles without the types of any platform, as long as it does not check declarations', async () => {
  expect(await complaints('no-types', { types: [] })).toEqual([])
})
