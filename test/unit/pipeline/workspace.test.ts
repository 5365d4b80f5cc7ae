import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import {
  isWorkspaceMember,
  isWorkspaceRoot,
  packageFolderIn,
} from '../../../generator/src/pipeline/surroundings/workspace.js'
import { createProject, type Project } from '../cli/cli.fixture.js'

let project: Project
afterEach(() => project.remove())

const npm = (workspaces: unknown): Record<string, string> => ({
  'package.json': JSON.stringify({ private: true, workspaces }),
})
const pnpm = (text: string): Record<string, string> => ({
  'package.json': '{}',
  'pnpm-workspace.yaml': text,
})

describe('the packages of a workspace', () => {
  test.each<[string, Record<string, string>, string[], string[]]>([
    [
      'a list',
      npm(['packages/*', 'tools/cli']),
      ['packages/a', 'tools/cli'],
      ['packages/a/b', 'a'],
    ],
    ['with a dot and a slash', npm(['./packages/*/']), ['packages/a'], ['apps/a']],
    ['of Yarn as it was', npm({ packages: ['libs/**'] }), ['libs/a', 'libs/a/b'], ['packages/a']],
    [
      'pnpm',
      pnpm(
        '# ours\npackages:\n  # apps\n  - \'apps/*\' # all\n  - libs/*\n\n  - "!libs/old"\ncatalog:\n  - x/*\n',
      ),
      ['apps/a', 'libs/a'],
      ['libs/old', 'x/a'],
    ],
    ['pnpm, without indentation', pnpm('packages:\n- a/*\n- "b"\n'), ['a/x', 'b'], ['b/x']],
    ['pnpm, in one line', pnpm('packages: ["a/*", b]\n'), ['a/x', 'b'], ['c']],
    ['pnpm, in several lines of brackets', pnpm("packages: [\n  'a/*',\n]\n"), ['a/x'], ['b/x']],
    ['names with dots', npm(['@acme/*', 'v1.0/*']), ['@acme/a', 'v1.0/a'], ['v1x0/a']],
  ])('%s', (_, files, members, strangers) => {
    project = createProject(files)
    const { folder } = project
    expect(isWorkspaceRoot(folder)).toBe(true)
    const isMember = (name: string): boolean => isWorkspaceMember(folder, path.join(folder, name))
    expect(members.filter((name) => !isMember(name))).toEqual([])
    expect(strangers.filter(isMember)).toEqual([])
  })

  test.each([
    ['no workspaces', { 'package.json': '{}' }],
    ['settings of pnpm alone', pnpm('onlyBuiltDependencies: [esbuild]\n')],
    ['nothing', {}],
    ['a broken package.json', { 'package.json': '{' }],
  ])('none with %s', (_, files: Record<string, string>) => {
    project = createProject(files)
    expect(isWorkspaceRoot(project.folder)).toBe(false)
  })
})

test.each<[string, unknown]>([
  ['packages/shop', ['apps/*', 'packages/*']],
  ['libs/shop', ['apps/*', 'libs/*']],
  ['clients/shop', ['apps/*', 'clients/*']],
  ['packages/shop', ['apps/*']],
  ['packages/shop', []],
  ['shared/ts/shop', ['./shared/ts/**']],
])('a new package goes to %s of %j', (folder, workspaces) => {
  project = createProject(npm(workspaces))
  expect(packageFolderIn(project.folder, 'shop')).toBe(folder)
})
