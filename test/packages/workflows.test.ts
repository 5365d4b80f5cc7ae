import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const folder = fileURLToPath(new URL('../../.github/workflows', import.meta.url))
const text = (name: string): string => readFileSync(path.join(folder, name), 'utf8')

test.each(readdirSync(folder))('actions of %s are pinned by commit', (name) => {
  const used = [...text(name).matchAll(/uses: (\S+)/g)].map(([, action]) => action)
  for (const action of used.filter((each) => !each?.startsWith('./')))
    expect(action).toMatch(/@[0-9a-f]{40}$/)
})

describe('a release', () => {
  interface Job {
    readonly needs?: string
    readonly permissions?: Readonly<Record<string, string>>
    readonly steps: readonly { readonly run?: string }[]
  }
  const { jobs, permissions }: { jobs: Record<string, Job>; permissions: Job['permissions'] } =
    parse(text('release.yml'))
  const commandsOf = (job: Job | undefined): string => JSON.stringify(job?.steps)

  test('only the job that publishes may, and it runs nothing of what it publishes', () => {
    expect(permissions).toEqual({ contents: 'read' })
    const may = Object.entries(jobs).filter(([, job]) => job.permissions?.['id-token'] === 'write')
    expect(may.map(([name]) => name)).toEqual(['publish'])
    expect(jobs.publish?.needs).toBe('build')
    expect(commandsOf(jobs.publish)).not.toMatch(/install|pnpm (?!publish)|node |npx/)
    expect(commandsOf(jobs.publish)).toContain('--ignore-scripts')
  })

  test('is made with one pnpm, known by its hash', () => {
    expect(text('release.yml')).not.toMatch(/npx|pnpm@/)
    for (const job of Object.values(jobs)) expect(commandsOf(job)).toContain('pinned-pnpm.sh')
    const script = readFileSync(path.join(folder, '../pinned-pnpm.sh'), 'utf8')
    expect(script).toMatch(/^hash=[0-9a-f]{128}$/m)
    expect(script).toContain('sha512sum --check')
  })
})
