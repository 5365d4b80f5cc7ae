import { afterEach, expect, test } from 'vitest'
import { createProject, document, type Project, run } from './cli.fixture.js'

let project: Project
afterEach(() => project.remove())

const GENERATE = ['generate', '--spec', 'api.yaml', '--out', 'out', '--name', 'api']
const LONG = `${document()}# ${'x'.repeat(1_000_000)}\n`
const PHASES = 'api: reading api.yaml\napi: writing 1 types and 1 operations\napi → out:'

test('a long document reports its phases, one plain line each outside of a terminal', async () => {
  project = createProject({ 'api.yaml': LONG })
  const { stderr } = await run(project.folder, GENERATE)
  expect(stderr).toContain(PHASES)
  const again = await run(project.folder, GENERATE)
  expect(again.stderr).not.toContain(PHASES)
  // What was kept is nothing that a check believes.
  const check = await run(project.folder, ['check', ...GENERATE.slice(1)])
  expect(check.stderr).toContain('api: reading api.yaml\n')
  expect(check.stderr).toMatch(/Everything is up to date\.\n$/)
})

test.each(['--json', '--quiet'])('%s says nothing of it', async (flag) => {
  project = createProject({ 'api.yaml': LONG })
  expect((await run(project.folder, [...GENERATE, flag])).stderr).toBe('')
})

test('short documents are done without a word', async () => {
  project = createProject({ 'api.yaml': document() })
  expect((await run(project.folder, GENERATE)).stderr).toMatch(/^api → out:.*\nNext: .*\n$/)
})
