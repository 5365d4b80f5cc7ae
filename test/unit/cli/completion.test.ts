import { execFile, spawnSync } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  COMMAND_NAMES,
  COMMANDS,
  COMMON,
  entryOf,
} from '../../../generator/src/cli/command-table.js'
import { createProject, createWorkspace, type Project, run } from './cli.fixture.js'

let project: Project
beforeAll(() => {
  project = createWorkspace()
})
afterAll(() => project.remove())

async function scriptFor(shell: string): Promise<string> {
  const { code, stdout } = await run(project.folder, ['completion', shell])
  expect(code).toBe(0)
  return stdout
}

describe.each(COMMANDS.completion.takes)('%s', (shell) => {
  test('knows every command and every flag of the help', async () => {
    const script = await scriptFor(shell)
    for (const name of COMMAND_NAMES) {
      const { flags } = entryOf(name)
      expect(script).toContain(name)
      for (const flag of Object.keys({ ...flags, ...COMMON })) {
        expect(script).toContain(shell === 'fish' ? `-l ${flag}` : `--${flag}`)
      }
    }
  })

  test('says what a flag is for on the line of the flag', async () => {
    const lines = (await scriptFor(shell)).split('\n')
    expect(lines.filter((line) => line.trimStart().startsWith('absent'))).toEqual([])
    const texts = COMMAND_NAMES.flatMap((name) => Object.values(entryOf(name).flags))
    expect(texts.filter(({ text }) => text.includes('\n'))).toEqual([])
  })
})

test('zsh offers a flag again that may be given several times', async () => {
  const script = await scriptFor('zsh')
  expect(script).toContain("'*--header=[")
  expect(script).toContain("'--url=[")
})

const shellsHere = COMMANDS.completion.takes.filter(
  (shell) => spawnSync(shell, ['-c', 'true']).error === undefined,
)

test('the shells of this machine read their scripts', async () => {
  for (const shell of shellsHere) {
    project.write('script', await scriptFor(shell))
    const file = path.join(project.folder, 'script')
    const { status, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' })
    expect({ shell, status, stderr }).toEqual({ shell, status: 0, stderr: '' })
  }
})

test('--json returns the script as data', async () => {
  const { stdout } = await run(project.folder, ['completion', 'fish', '--json'])
  const { shell, script } = JSON.parse(stdout)
  expect({ shell, script: `${script}\n` }).toEqual({
    shell: 'fish',
    script: await scriptFor('fish'),
  })
})

test.each([[[]], [['tcsh']], [['bash', 'zsh']], [['constructor']]])(
  'completion %j is a usage error',
  async (args) => {
    const { code, stderr } = await run(project.folder, ['completion', ...args])
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'completion requires a shell: bash, zsh or fish. See `tagwire --help`.\n',
    })
  },
)

describe('completion packages', () => {
  async function packagesIn(file: string, text: string): Promise<string[]> {
    const fresh = createProject({ [file]: text })
    const { code, stdout, stderr } = await run(fresh.folder, ['completion', 'packages'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const ran = fresh.has('ran')
    await fresh.remove()
    expect(ran).toBe(false)
    return stdout.split('\n').filter((name) => name !== '')
  }

  test('reads names in the text of a configuration, and runs none of it', async () => {
    const text = `import { writeFileSync } from 'node:fs'
writeFileSync('ran', '')
export default { packages: {
  // old: { spec: 'x' },
  api: { spec: 'a.yaml', out: 'packages/api', emit: ['client'] },
  'node-rpc': { spec: 'b.yaml', out: \`packages/\${1}\` },
} }
`
    expect(await packagesIn('tagwire.config.ts', text)).toEqual(['api', 'node-rpc'])
  })

  test('says no name that a shell would read otherwise', async () => {
    const names = ['$(touch ran)', 'a b', '`x`', "it's", '-f', 'fine', '@a/b.c']
    const packages = Object.fromEntries(names.map((name) => [name, { spec: 'a', out: name }]))
    const text = JSON.stringify({ packages })
    expect(await packagesIn('tagwire.config.json', text)).toEqual(['fine', '@a/b.c'])
  })

  test.each(['', '{', 'export default {}', 'export default { packages }', '{"packages": 3}'])(
    'is silent about a configuration that means nothing: %j',
    async (text) => expect(await packagesIn('tagwire.config.js', text)).toEqual([]),
  )

  test('is silent where there is no configuration', async () => {
    expect(await packagesIn('other.txt', '')).toEqual([])
  })
})

test.runIf(shellsHere.includes('fish')).each([
  ['options that need no command', 'tagwire --', ['--help', '--version']],
  ['options of a command', 'tagwire diff a --f', ['--fail-on']],
  ['words of an option', 'tagwire diff a b --fail-on ', ['additive', 'breaking']],
  ['parts', 'tagwire generate --emit ', ['client', 'mock', 'none', 'validate']],
  ['more parts', 'tagwire generate --emit client,v', ['client,validate']],
  ['shells', 'tagwire completion ', ['bash', 'fish', 'zsh']],
  ['no files for a name', 'tagwire generate --name ', []],
])('fish offers %s', async (_, line, words) => {
  const script = await scriptFor('fish')
  const { stdout } = await promisify(execFile)('fish', [
    '--no-config',
    '-c',
    `${script}\ncomplete -C '${line}'`,
  ])
  const offered = stdout.split('\n').filter((each) => each !== '')
  expect(offered.map((each) => each.split('\t')[0])).toEqual(words)
})

test('zsh and fish know parts, packages and files', async () => {
  const zsh = await scriptFor('zsh')
  expect(zsh).toContain(':PARTS:_values -s , part client schema validate decode mock none')
  expect(zsh).toContain("'*:package:_tagwire_packages'")
  expect(zsh).toContain("'1:OLD:_files'")
  expect(zsh).toContain("'2:NEW:_files'")
  expect(zsh).toContain("'--help:Show help'")
  const fish = await scriptFor('fish')
  expect(fish).toContain('tagwire completion packages 2>/dev/null')
})

describe.runIf(shellsHere.includes('bash'))('what bash offers', () => {
  async function offered(line: readonly string[]): Promise<string[]> {
    const script = await scriptFor('bash')
    const words = ['tagwire', ...line].map((word) => `'${word}'`).join(' ')
    // The script asks the tool for the packages.
    const tool = 'tagwire() { printf "%s\\n" one @acme/two; }'
    const call = `${tool}; COMP_WORDS=(${words}); COMP_CWORD=${line.length}; _tagwire`
    const { stdout } = await promisify(execFile)('bash', [
      '-c',
      `${script}\n${call}\nprintf '%s\\n' "\${COMPREPLY[@]}"`,
    ])
    return stdout.split('\n').filter((word) => word !== '')
  }

  test.each([
    ['a command', ['ch'], ['check']],
    ['a flag of the command', ['generate', '--w'], ['--watch']],
    ['a flag of probe', ['probe', 'a', '--sa'], ['--samples']],
    ['no flag of another command', ['init', '--w'], []],
    ['the words of a flag', ['diff', 'a', 'b', '--fail-on', ''], ['breaking', 'additive']],
    ['the words of a command', ['completion', 'z'], ['zsh']],
    ['options that need no command', ['--'], ['--help', '--version']],
    ['the packages', ['generate', ''], ['one', '@acme/two']],
    ['a package to check', ['check', 'o'], ['one']],
    [
      'parts',
      ['generate', '--emit', ''],
      ['client', 'schema', 'validate', 'decode', 'mock', 'none'],
    ],
    ['more parts', ['generate', '--emit', 'client,m'], ['client,mock']],
    ['words behind an equals sign', ['generate', '--emit', '=', 'n'], ['none']],
    ['all words behind an equals sign', ['diff', '--fail-on', '='], ['breaking', 'additive']],
    ['nothing for an address', ['probe', 'a', '--url', ''], []],
    ['nothing of its own where a file belongs', ['generate', '--spec', ''], []],
    ['nothing after a command that is none', ['genrate', ''], []],
  ])('%s', async (_, line, words) => {
    expect(await offered(line)).toEqual(words)
  })
})
