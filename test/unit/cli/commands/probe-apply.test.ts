import { afterEach, describe, expect, test } from 'vitest'
import { createProject, type Project, run } from '../cli.fixture.js'
import { config, SPEC } from './ci-update.fixture.js'

let project: Project
afterEach(() => project.remove())

const OURS = `overlay: 1.0.0
info: { title: Ours, version: 1.0.0 }
# What we call it.
actions:
  - { target: $.info, update: { title: Our steps } }
`
const SWIM = '{ "swim": { "lengths": 4 } }'

/** Writes what a recorded payload shows, then reads it again strictly. */
async function apply(
  files: Readonly<Record<string, string>>,
  { spec = 'package:steps', within = '.' } = {},
) {
  project = createProject({
    'api/openapi.yaml': SPEC,
    'api/recorded/steps.response.01.json': SWIM,
    'app/recorded/steps.response.01.json': SWIM,
    ...files,
  })
  const folder = `${project.folder}/${within}`
  const samples = within === '.' ? 'api/recorded' : 'recorded'
  const probe = ['probe', spec, '--samples', samples]
  const { stderr } = await run(folder, [...probe, '--apply'])
  const { code } = await run(folder, [...probe, '--strict'])
  return { stderr, code }
}

describe('probe package:NAME --apply', () => {
  test('writes into the overlay of the package; its comments and the document stay', async () => {
    const files = { 'tagwire.config.json': config({ overlay: 'ours.yaml' }), 'ours.yaml': OURS }
    const { stderr, code } = await apply(files)
    expect(stderr).toContain('Made 1 change in ours.yaml.')
    expect(project.read('api/openapi.yaml')).toBe(SPEC)
    expect(project.read('ours.yaml').startsWith(OURS)).toBe(true)
    expect(project.read('ours.yaml')).toContain('swim')
    expect(code).toBe(0)
  })

  test('names it as seen from the folder that the command runs in', async () => {
    const files = {
      'tagwire.config.json': config({ overlay: 'overlays' }),
      'overlays/a.yaml': OURS,
    }
    const { stderr, code } = await apply(files, { within: 'app' })
    expect(stderr).toContain('Made 1 change in ../overlays/zz-seen.yaml.')
    expect(project.read('overlays/zz-seen.yaml')).toContain('swim')
    expect(project.read('api/openapi.yaml')).toBe(SPEC)
    expect(code).toBe(0)
  })

  test('writes to the document if there is no overlay, or if the document itself is named', async () => {
    expect(await apply({ 'tagwire.config.json': config() })).toEqual({
      stderr: 'Made 1 change in api/openapi.yaml.\n',
      code: 0,
    })
    await project.remove()
    const files = { 'tagwire.config.json': config({ overlay: 'ours.yaml' }), 'ours.yaml': OURS }
    const { stderr } = await apply(files, { spec: 'api/openapi.yaml' })
    expect(stderr).toContain('Made 1 change in api/openapi.yaml.')
    expect(project.read('ours.yaml')).toBe(OURS)
  })

  test('leaves a copy alone, which `update` would write over, and says so', async () => {
    const copy = 'tagwire.specs/steps/openapi.yaml'
    const spec = 'https://api.example.com/openapi.yaml'
    const { stderr, code } = await apply({
      'tagwire.config.json': config({ spec }),
      [copy]: SPEC,
    })
    expect(stderr).toContain(
      'Made 0 changes in no file. 1 are left: the document is a copy, and the package has no overlay to write them to.',
    )
    expect(project.read(copy)).toBe(SPEC)
    expect(code).toBe(1)
  })
})
