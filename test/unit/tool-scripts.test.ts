import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { benches, tools } from '../tools/scripts/table.mjs'

/** The scripts of this repository: ten that people use, and `tool` for the rest. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const main = path.join(root, 'test/tools/scripts/main.mjs')
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
)

test('package.json has ten scripts, and one for the rest', () => {
  expect(Object.keys(scripts).sort()).toEqual(
    ['bench', 'build', 'check', 'corpus', 'generate', 'lint', 'sandbox', 'site', 'test', 'types']
      .concat('tool')
      .sort(),
  )
})

test('what documentation and workflows name exists', () => {
  const files = execFileSync('git', ['ls-files', '*.md', '*.yml', '.ci/run', 'test/**/*.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
  const wrong: string[] = []
  for (const file of files
    .split('\n')
    .filter((each) => each !== '' && !each.startsWith('.changeset/'))) {
    if (!existsSync(path.join(root, file))) continue
    const text = readFileSync(path.join(root, file), 'utf8')
    for (const [named, kind, name = ''] of text.matchAll(
      /pnpm(?:@12)? (tool|bench) ([a-z][a-z-]*)/g,
    )) {
      if (!Object.hasOwn(kind === 'tool' ? tools : benches, name)) wrong.push(`${file}: ${named}`)
    }
  }
  expect(wrong).toEqual([])
})

test.each([
  ['tool', tools],
  ['bench', benches],
] as const)('%s lists what there is', (kind, table) => {
  const { stdout, status } = spawnSync(process.execPath, [main, kind, '--help'], {
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  for (const name of Object.keys(table)) expect(stdout).toContain(`\n  ${name} `)
})

test('a name that does not exist fails, with the list', () => {
  const { stderr, status } = spawnSync(process.execPath, [main, 'tool', 'unusued'], {
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toContain('There is no tool unusued.\n\nUsage: pnpm tool NAME')
})
