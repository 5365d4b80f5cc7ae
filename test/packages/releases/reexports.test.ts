/* `@tagwire/node-rpc-0.37` and `-1.0` export what the lines of `@tagwire/node-rpc` do, and nothing of their own. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')

interface Manifest {
  readonly name: string
  readonly exports: Readonly<Record<string, unknown>>
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(root, 'packages', folder, 'package.json'), 'utf8'))
}

const lines = ['0.37', '1.0']

type Values = Promise<Readonly<Record<string, unknown>>>

/** An entry point, what it exports, and what the one of the line does. */
const pairs: readonly (readonly [entry: string, old: Values, line: Values])[] = [
  ['@tagwire/node-rpc-0.37', import('@tagwire/node-rpc-0.37'), import('@tagwire/node-rpc/0.37')],
  [
    '@tagwire/node-rpc-0.37/validate',
    import('@tagwire/node-rpc-0.37/validate'),
    import('@tagwire/node-rpc/0.37/validate'),
  ],
  [
    '@tagwire/node-rpc-0.37/decode',
    import('@tagwire/node-rpc-0.37/decode'),
    import('@tagwire/node-rpc/0.37/decode'),
  ],
  [
    '@tagwire/node-rpc-0.37/methods',
    import('@tagwire/node-rpc-0.37/methods'),
    import('@tagwire/node-rpc/0.37/methods'),
  ],
  [
    '@tagwire/node-rpc-0.37/history',
    import('@tagwire/node-rpc-0.37/history'),
    import('@tagwire/node-rpc/0.37/history'),
  ],
  [
    '@tagwire/node-rpc-0.37/mock',
    import('@tagwire/node-rpc-0.37/mock'),
    import('@tagwire/node-rpc/0.37/mock'),
  ],
  ['@tagwire/node-rpc-1.0', import('@tagwire/node-rpc-1.0'), import('@tagwire/node-rpc/1.0')],
  [
    '@tagwire/node-rpc-1.0/validate',
    import('@tagwire/node-rpc-1.0/validate'),
    import('@tagwire/node-rpc/1.0/validate'),
  ],
  [
    '@tagwire/node-rpc-1.0/decode',
    import('@tagwire/node-rpc-1.0/decode'),
    import('@tagwire/node-rpc/1.0/decode'),
  ],
  [
    '@tagwire/node-rpc-1.0/methods',
    import('@tagwire/node-rpc-1.0/methods'),
    import('@tagwire/node-rpc/1.0/methods'),
  ],
  [
    '@tagwire/node-rpc-1.0/history',
    import('@tagwire/node-rpc-1.0/history'),
    import('@tagwire/node-rpc/1.0/history'),
  ],
  [
    '@tagwire/node-rpc-1.0/mock',
    import('@tagwire/node-rpc-1.0/mock'),
    import('@tagwire/node-rpc/1.0/mock'),
  ],
]

test('each entry point of a line has one of that package', () => {
  const { exports } = manifestOf('node-rpc')
  for (const line of lines) {
    const own = manifestOf(`node-rpc-${line}`)
    const entries = Object.keys(exports).filter((each) => each.startsWith(`./${line}`))
    const renamed = entries.map((each) => each.replace(`./${line}`, '.'))
    expect(Object.keys(own.exports).filter((each) => !each.endsWith('.json'))).toEqual(renamed)
    expect(renamed).toHaveLength(6)
  }
})

test.each(pairs)('%s has the values of the line', async (_, old, line) => {
  const [before, now] = [await old, await line]
  const names = Object.keys(now)
  expect(names.length).toBeGreaterThan(0)
  expect(Object.keys(before)).toEqual(names)
  for (const name of names) expect(before[name], name).toBe(now[name])
})
