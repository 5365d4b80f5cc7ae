import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const repository = fileURLToPath(new URL('../../', import.meta.url))

/** The folders that a path in a text may be relative to. */
const HOMES = ['', 'generator/src', 'packages/runtime/src', 'test', 'docs']

/** Files of generated packages and of users, which texts name as well. */
const ELSEWHERE =
  /^(?:src|dist|runtime\/$|\.|@|~|node_modules|spec\.)|^(?:openapi|api)\.|[<>*{}… ()]/

const texts = [
  'CONTRIBUTING.md',
  ...readdirSync(path.join(repository, 'docs/decisions')).map((name) => `docs/decisions/${name}`),
]

/** Between back-ticks, with a slash in it, and a folder or a file with a known ending. */
function namedIn(text: string): string[] {
  const spans = [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)]
  return spans.flatMap(([, span = '']) =>
    /^[\w.@-]+(?:\/[\w.@-]+)*(?:\/|\.(?:ts|mjs|md|json|txt|ya?ml))$/.test(span) &&
    span.includes('/') &&
    !ELSEWHERE.test(span)
      ? [span]
      : [],
  )
}

function exists(name: string): boolean {
  return HOMES.some((home) => existsSync(path.join(repository, home, name)))
}

describe('files that texts for contributors name', () => {
  test.each(texts)('%s', (name) => {
    const named = namedIn(readFileSync(path.join(repository, name), 'utf8'))
    expect(named.filter((each) => !exists(each))).toEqual([])
  })

  test('are seen', () => {
    const named = namedIn(readFileSync(path.join(repository, 'CONTRIBUTING.md'), 'utf8'))
    expect(named.length).toBeGreaterThan(30)
    expect(named).toContain('generator/src/diagnostics/catalogue.ts')
    expect(namedIn('`generator/src/gone.ts`').filter(exists)).toEqual([])
    expect(namedIn('`generator/src/gone.ts`')).toHaveLength(1)
  })

  test('a name next to a file is in that file', () => {
    const text = readFileSync(path.join(repository, 'CONTRIBUTING.md'), 'utf8')
    const beside = [
      // `rpc/generated-client.ts` `callsOf`, and `callsOf` of `rpc/generated-client.ts`
      ...[...text.matchAll(/`([\w./-]+\.ts)` `(\w+)`/g)].map(([, file = '', name = '']) => [
        file,
        name,
      ]),
      ...[...text.matchAll(/`(\w+)` of\s+`([\w./-]+\.ts)`/g)].map(([, name = '', file = '']) => [
        file,
        name,
      ]),
    ]
    expect(beside.length).toBeGreaterThan(20)
    const wrong = beside.filter(([file = '', name = '']) => {
      const home = HOMES.find((each) => existsSync(path.join(repository, each, file)))
      const code = home === undefined ? '' : readFileSync(path.join(repository, home, file), 'utf8')
      return !new RegExp(`\\b${name}\\b`).test(code)
    })
    expect(wrong).toEqual([])
  })

  test('every room of the generator has a line on the map', () => {
    const text = readFileSync(path.join(repository, 'CONTRIBUTING.md'), 'utf8')
    const rooms = readdirSync(path.join(repository, 'generator/src'), { withFileTypes: true })
      .filter((each) => each.isDirectory())
      .map(({ name }) => name)
    const lines = text.split('\n').filter((line) => line.startsWith('- `'))
    const missing = rooms.filter((room) => !lines.some((line) => line.includes(`\`${room}\``)))
    expect(missing).toEqual([])
  })
})
