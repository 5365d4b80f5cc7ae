import { execFileSync } from 'node:child_process'
import { createProject, type Project, run } from '../cli.fixture.js'
import { initRepository } from '../repository.fixture.js'

export const SPEC = `# What steps there are.
openapi: 3.1.0
info: { title: Steps, version: 1.0.0 }
paths:
  /steps:
    get:
      operationId: steps
      responses:
        '200':
          description: Here they are.
          content: { application/json: { schema: { $ref: '#/components/schemas/Step' } } }
components:
  schemas:
    Step:
      oneOf:
        - { type: object, required: [walk], properties: { walk: { type: string } } }
        - { type: object, required: [ride], properties: { ride: { type: string } } }
`
const CONFIG = { spec: 'api/openapi.yaml', out: 'packages/steps', name: '@acme/steps' }
export const config = (more: object = {}): string =>
  JSON.stringify({ packages: { steps: { ...CONFIG, ...more } } })

export const PATIENCE_MS = 60_000

export function gitIn({ folder }: Project, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
}

/** A repository with one commit, in which everything is generated. */
export async function repository(files: Readonly<Record<string, string>> = {}): Promise<Project> {
  const project = createProject({
    'api/openapi.yaml': SPEC,
    'api/recorded/steps.response.01.json': '{ "walk": "home" }',
    'api/recorded/steps.response.02.json': '{ "swim": { "lengths": 4 } }',
    'tagwire.config.json': config(),
    '.gitignore': '.tagwire/\nreports/\n',
    ...files,
  })
  const git = (...args: string[]): string => gitIn(project, ...args)
  await run(project.folder, ['generate', '--quiet'])
  initRepository(project)
  git('add', '.')
  git('commit', '-qm', 'as it was')
  return project
}
