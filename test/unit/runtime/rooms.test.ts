import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../packages/runtime/src', import.meta.url))

/** Who may import whom; a folder that is not listed belongs to the one above it. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  union: ['core'],
  base64: [],
  decode: ['core'],
  validate: ['core'],
  http: ['core'],
  oauth: ['core'],
  // Puts the four together for servers without a dialect; what the four share is in it, too.
  rpc: ['core', 'rpc/http', 'rpc/socket', 'rpc/fallback', 'rpc/subscribe', 'rpc/described'],
  'rpc/http': ['core', 'rpc'],
  'rpc/socket': ['core', 'rpc'],
  'rpc/fallback': ['core', 'rpc'],
  'rpc/subscribe': ['core', 'rpc'],
  'rpc/described': ['core', 'rpc', 'rpc/subscribe'],
  // Nothing else knows CometBFT.
  'rpc/comet': ['core', 'rpc', 'rpc/socket', 'rpc/fallback', 'rpc/subscribe'],
  sample: [],
  mock: ['core', 'http', 'rpc', 'sample'],
  server: ['core', 'http'],
  // The one room for Node.
  'server/node': ['core', 'server'],
}

function roomOf(file: string): string {
  const folder = path.posix.dirname(file)
  return Object.hasOwn(MAY_IMPORT, folder) || folder === '.' ? folder : roomOf(folder)
}

const arrows = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    const targets = [...text.matchAll(/\bfrom '(\.[^']+)'/g)].map(([, target = '']) =>
      path.posix.join(path.posix.dirname(file), target),
    )
    return targets.map((target) => ({ file, target, from: roomOf(file), to: roomOf(target) }))
  })
  .filter(({ from, to }) => from !== to)

test('rooms of the runtime import only what they may', () => {
  expect(arrows.length).toBeGreaterThan(100)
  const wrong = arrows.filter(({ from, to }) => !MAY_IMPORT[from]?.includes(to))
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
})

test('permissions are used', () => {
  const used = new Set(arrows.map(({ from, to }) => `${from} → ${to}`))
  const given = Object.entries(MAY_IMPORT).flatMap(([from, targets]) =>
    targets.map((to) => `${from} → ${to}`),
  )
  expect(given.filter((each) => !used.has(each))).toEqual([])
})
