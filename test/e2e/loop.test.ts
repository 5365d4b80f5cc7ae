import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProject, type Project, run } from '../unit/cli/cli.fixture.js'

/** A service whose steps are one-key wrappers. */
const SPEC = `openapi: 3.1.0
info: { title: Steps, version: 1.0.0 }
paths:
  /steps:
    get:
      operationId: steps
      responses:
        '200':
          description: Here they are.
          content:
            application/json:
              schema: { type: array, items: { $ref: '#/components/schemas/Step' } }
components:
  schemas:
    # One key says which step it is.
    Step:
      oneOf:
        - { type: object, required: [transfer], properties: { transfer: { type: object } } }
        - { type: object, required: [swap], properties: { swap: { type: object } } }
`
const CONFIG = { packages: { steps: { spec: 'openapi.yaml', out: 'out', name: '@acme/steps' } } }
const SEEN = [{ transfer: {} }, { bridge: { fee: '1' } }]

let project: Project
beforeAll(() => {
  project = createProject({
    'openapi.yaml': SPEC,
    'released.yaml': SPEC,
    'tagwire.config.json': JSON.stringify(CONFIG),
    'recorded/steps.response.json': JSON.stringify(SEEN),
  })
})
afterAll(() => project.remove())

const tagwire = (...args: string[]) => run(project.folder, args)

// Nine commands, one after the other.
test('an unknown variant gets from the wire into the document, the package and the version', {
  timeout: 120_000,
}, async () => {
  expect((await tagwire('generate')).code).toBe(0)
  expect(project.read('out/src/unions.ts')).not.toContain('isStepBridge')

  // Clients keep working: new things are drift, and only strict validation fails.
  const probed = await tagwire('probe', 'openapi.yaml', '--samples', 'recorded')
  expect(probed.stdout).toContain('add variant `bridge` to Step')
  expect(probed.code).toBe(0)
  expect((await tagwire('ci')).code).toBe(0)

  expect((await tagwire('probe', 'openapi.yaml', '--samples', 'recorded', '--apply')).code).toBe(0)
  expect(project.read('openapi.yaml')).toContain('# One key says which step it is.')
  expect((await tagwire('probe', 'openapi.yaml', '--samples', 'recorded', '--strict')).code).toBe(0)

  // The committed package no longer matches the document.
  expect((await tagwire('check')).code).toBe(1)
  expect((await tagwire('check', '--fix')).code).toBe(0)
  expect(project.read('out/src/unions.ts')).toContain('isStepBridge')

  const compared = await tagwire('diff', 'released.yaml', 'openapi.yaml')
  expect(compared.stdout).toContain('Step.bridge: variant added')
  expect(compared.stdout).toContain('minor version bump')
  expect(compared.code).toBe(0)
  const { stdout } = await tagwire(
    'diff',
    'released.yaml',
    'openapi.yaml',
    '--format',
    'changeset',
    '--package',
    '@acme/steps',
  )
  expect(stdout).toMatch(/^---\n'@acme\/steps': minor\n---\n/)
})
