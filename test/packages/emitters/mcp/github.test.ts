import { existsSync } from 'node:fs'
import path from 'node:path'
import type { McpService } from '@tagwire/emit-mcp/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSearch, type Search } from '../../../../packages/emit-mcp/src/server/search.js'
import { toolbox, toolSources } from '../../../../packages/emit-mcp/src/server/tools.js'
import { repository } from '../emitted.fixture.js'
import { type Generated, generateServers } from './generated.js'
import { furtherTasks, githubTasks } from './github-tasks.js'

/**
 * The tools of GitHub's document, which is not in the repository: `npx -y pnpm@12 tool mcp-github` installs it and runs this.
 */
const document = path.join(
  repository,
  'test/external/bench/generate/node_modules/@octokit/openapi/generated/api.github.com.json',
)
const isThere = process.env.TAGWIRE_LONG !== undefined && existsSync(document)
if (!isThere) {
  process.stderr.write(
    "SKIPPED: an agent's tools of GitHub (`pnpm tool mcp-github` gets the document)\n",
  )
}

let made: Generated | undefined
let service: McpService
let find: Search

beforeAll(async () => {
  if (!isThere) return
  made = await generateServers({ github: document })
  service = await made.service('github')
  find = createSearch(toolSources(service), service.types)
}, 300_000)
afterAll(() => made?.remove())

test.skipIf(!isThere)("an agent's list of tools costs less than 5,000 tokens", () => {
  const { list } = toolbox(service, {})
  expect(list.map(({ name }) => name)).toEqual(['search', 'call', 'read_more'])
  // A token of JSON is rarely less than two characters.
  expect(JSON.stringify(list).length / 2).toBeLessThan(5000)
})

test.skipIf(!isThere).each(githubTasks)('%s', (task, ...operations) => {
  const found = find(task, 3).map(({ operation }) => operation)
  expect(found.some((each) => operations.includes(each)) || found, task).toBe(true)
})

test.skipIf(!isThere)('most of what else people ask for is found, too', () => {
  const isAmong = (most: number) => (task: (typeof furtherTasks)[number]) =>
    find(task[0], most).some(({ operation }) => task.slice(1).includes(operation))
  const count = (most: number): number => furtherTasks.filter(isAmong(most)).length
  expect(furtherTasks).toHaveLength(45)
  expect([count(3), count(5)]).toEqual([
    expect.toSatisfy((n) => n >= 41),
    expect.toSatisfy((n) => n >= 43),
  ])
})

test.skipIf(!isThere)('what a search shows costs less than 5,000 tokens, too', async () => {
  const { call } = toolbox(service, {})
  const signal = new AbortController().signal
  for (const [query] of githubTasks) {
    const { content } = await call('search', { query }, signal)
    const [first] = content
    const text = first?.type === 'text' ? first.text : ''
    expect(JSON.parse(text)).toHaveLength(5)
    expect(text.length / 3).toBeLessThan(5000)
  }
})
