import { expect, test } from 'vitest'
import { type Job, lastGreenTable, readRuns } from '../tools/nightly/last-green.js'

function job(name: string, conclusion: string | null, day: number): Job {
  const finished = conclusion === null ? null : `2026-11-0${day}T03:20:00Z`
  return { name, conclusion, finished, commit: `${day}abcdefgh` }
}

test('each job has its last success and the result of its newest run', () => {
  const table = lastGreenTable([
    [job('long', 'failure', 3), job('apps', 'success', 3), job('table', null, 3)],
    [job('long', 'success', 2), job('apps', 'success', 2), job('old', 'cancelled', 2)],
  ])
  expect(table).toBe(
    [
      '| job | last green | newest run |',
      '| --- | --- | --- |',
      '| long | 2026-11-02 (`2abcdefg`) | failure |',
      '| apps | 2026-11-03 (`3abcdefg`) | success |',
      '| old | not in the last 2 runs | cancelled |',
      '',
    ].join('\n'),
  )
})

test('runs and their jobs are read from the API, with the token of the workflow', async () => {
  const asked: string[] = []
  const bodies: Readonly<Record<string, object>> = {
    '/repos/a/b/actions/workflows/nightly.yml/runs': {
      workflow_runs: [{ id: 7, head_sha: 'c0ffee' }],
    },
    '/repos/a/b/actions/runs/7/jobs': {
      jobs: [{ name: 'long', conclusion: 'success', completed_at: '2026-11-03T03:20:00Z' }],
    },
  }
  const workflow = { api: 'https://api.example', repository: 'a/b', token: 't' }
  const runs = await readRuns(workflow, async (input, init) => {
    const { pathname } = new URL(String(input))
    asked.push(`${pathname} ${new Headers(init?.headers).get('authorization')}`)
    const body = bodies[pathname]
    return body ? Response.json(body) : new Response('not here', { status: 404 })
  })
  expect(runs).toEqual([
    [{ name: 'long', conclusion: 'success', finished: '2026-11-03T03:20:00Z', commit: 'c0ffee' }],
  ])
  expect(asked.every((each) => each.endsWith('Bearer t'))).toBe(true)
  const refused = readRuns(workflow, async () => new Response('rate limit', { status: 403 }))
  await expect(refused).rejects.toThrow('403 rate limit')
})
