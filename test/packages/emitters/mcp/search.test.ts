import { expect, test } from 'vitest'
import { createSearch } from '../../../../packages/emit-mcp/src/server/search.js'
import { likeness, wordsOf } from '../../../../packages/emit-mcp/src/server/search-words.js'
import type {
  McpService,
  OperationSource,
} from '../../../../packages/emit-mcp/src/server/service.js'
import { toolbox, toolSources } from '../../../../packages/emit-mcp/src/server/tools.js'

/** A tracker of issues: what its operations are called is not always what people say. */
function operation(name: string, path: string, title: string, more = {}): OperationSource {
  const safe = path.startsWith('GET') ? { safe: true as const } : {}
  return { name, operation: name, title, path, description: `${title}.`, ...safe, ...more }
}

const state = { kind: 'enum', values: ['open', 'closed'] } as const
const tools = [
  operation('listIssues', 'GET /issues', 'List issues'),
  operation('createIssue', 'POST /issues', 'Create an issue'),
  operation('getIssue', 'GET /issues/{id}', 'Get an issue'),
  operation('updateIssue', 'PATCH /issues/{id}', 'Update an issue', {
    input: { kind: 'record', members: [{ name: 'state', type: state }] },
  }),
  operation('removeIssue', 'DELETE /issues/{id}', 'Remove an issue'),
  operation('listComments', 'GET /issues/{id}/comments', 'List comments of an issue'),
  operation('addComment', 'POST /issues/{id}/comments', 'Add a comment to an issue'),
  operation('listOwnRepos', 'GET /user/repos', 'List repositories of the authenticated user'),
  operation('listRepos', 'GET /orgs/{org}/repos', 'List repositories of an organization'),
  operation('getUsage', 'GET /usage', 'Get the usage'),
  operation('getUse', 'GET /use', 'Get the use', {
    input: {
      kind: 'record',
      members: [
        { name: 'from', type: { kind: 'scalar', type: 'string' }, doc: 'The first month.' },
      ],
    },
  }),
  operation('read_more', 'GET /more', 'Read more'),
]

const service: McpService = {
  ...{ name: 'tracker', title: 'Tracker', version: '1', types: {}, credentials: [] },
  connect: () => ({}),
  tools,
}

test.each([
  ['close the issue named "Add a comment to a repository"', 'updateIssue'],
  ['delete an issue', 'removeIssue'],
  ['look at issue 5', 'getIssue'],
  ['which issues are there', 'listIssues'],
  ['comment on the issue', 'addComment'],
  ['list my repositories', 'listOwnRepos'],
  ['list the repos of an organisation', 'listRepos'],
  ['open a new issue', 'createIssue'],
  ['who comments on the issue', 'listComments'],
  ['the use of a month', 'getUse'],
])('%s', (task, expected) => {
  const [first] = createSearch(toolSources(service), {})(task, 1)
  expect(first?.operation).toBe(expected)
})

test('words are found in names and without their endings', () => {
  expect(wordsOf('listForOrg closes closing closed close repositories')).toEqual([
    'list',
    'org',
    'clos',
    'clos',
    'clos',
    'clos',
    'repository',
  ])
  expect([
    likeness('repo', 'repository'),
    likeness('my', 'authenticat'),
    likeness('org', 'organ'),
  ]).toEqual([0.5, 0.7, 0.5])
  expect(likeness('a', 'authenticat')).toBe(0)
})

test('an operation with the name of a tool of the server gets another', () => {
  const { list } = toolbox(service, {})
  expect(list.map(({ name }) => name)).toEqual([
    ...tools.slice(0, -1).map(({ name }) => name),
    'read_more_2',
    'read_more',
  ])
})

test('more than sixty operations are searched, fewer are listed, and an option decides otherwise', () => {
  const many = Array.from({ length: 61 }, (_, index) => operation(`get${index}`, 'GET /a', 'Get'))
  const names = (count: number, search?: boolean) =>
    toolbox({ ...service, tools: many.slice(0, count) }, {}, { search }).list.length
  expect([names(61), names(60), names(61, false), names(2, true)]).toEqual([3, 61, 62, 3])
})

test('a server that only reads says so of `call`', () => {
  const { list } = toolbox(service, {}, { search: true, readOnly: true })
  expect(list.find(({ name }) => name === 'call')?.annotations?.readOnlyHint).toBe(true)
})
