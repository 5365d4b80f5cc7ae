import { execFile, spawnSync } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMMAND_NAMES, COMMANDS, COMMON, entryOf } from '../../../generator/src/commands/table.js'
import { createWorkspace, type Project, run } from './cli.fixture.js'

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

describe.each(COMMANDS.completion.values)('%s', (shell) => {
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
  expect(script).toContain("'*--header[")
  expect(script).toContain("'--url[")
})

const shellsHere = COMMANDS.completion.values.filter(
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

test('--json gives the script as data', async () => {
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
      stderr: 'completion takes bash, zsh or fish. See `tagwire --help`.\n',
    })
  },
)

describe.runIf(shellsHere.includes('bash'))('what bash offers', () => {
  async function offered(line: readonly string[]): Promise<string[]> {
    const script = await scriptFor('bash')
    const words = ['tagwire', ...line].map((word) => `'${word}'`).join(' ')
    const call = `COMP_WORDS=(${words}); COMP_CWORD=${line.length}; _tagwire`
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
    ['nothing of its own where a file belongs', ['generate', '--spec', ''], []],
    ['nothing after a command that is none', ['genrate', ''], []],
  ])('%s', async (_, line, words) => {
    expect(await offered(line)).toEqual(words)
  })
})
