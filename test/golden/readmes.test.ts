import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { CAREFUL_OPTIONS, compiler } from '../compiler.js'
import { generateCase, goldenCases } from './cases.js'

const repository = fileURLToPath(new URL('../../', import.meta.url))
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'tagwire-readmes-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a reader of a README of ours pastes: its variables are unused. */
const compilerOptions = {
  ...CAREFUL_OPTIONS,
  noUnusedLocals: false,
  noUnusedParameters: false,
  moduleDetection: 'force',
  noEmit: true,
}

test('every program of a generated README compiles with the package that it is of', {
  timeout: 60_000,
}, async () => {
  const runtime = path.join(repository, 'packages/runtime/dist/*/index.d.ts')
  const paths: Record<string, string[]> = { '@tagwire/runtime/*': [runtime] }
  const programs: string[] = []
  for (const golden of goldenCases.filter((each) =>
    existsSync(path.join(each.folder, 'expected/README.md')),
  )) {
    const { files = [] } = await generateCase(golden)
    const place = path.join(folder, golden.name)
    mkdirSync(path.join(place, 'src'), { recursive: true })
    for (const file of files.filter(({ path }) => /^src\/[\w-]+\.ts$/.test(path)))
      writeFileSync(path.join(place, file.path), file.text)
    paths[`@golden/${golden.name}`] = [path.join(place, 'src/index.ts')]
    paths[`@golden/${golden.name}/*`] = [path.join(place, 'src/*.ts')]
    const readme = files.find(({ path }) => path === 'README.md')?.text ?? ''
    for (const [index, [, text = '']] of [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].entries()) {
      const program = path.join(place, `${golden.name}-${index + 1}.mts`)
      writeFileSync(program, text)
      programs.push(program)
    }
  }
  expect(programs.length).toBeGreaterThan(80)
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  const modules = path.join(repository, 'packages/routing/node_modules')
  symlinkSync(modules, path.join(folder, 'node_modules'), 'junction')
  const config = path.join(folder, 'tsconfig.json')
  writeFileSync(
    config,
    JSON.stringify({ compilerOptions: { ...compilerOptions, paths }, files: programs }),
  )
  const { stdout } = spawnSync(compiler, ['-p', config, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(stdout).toBe('')
})
