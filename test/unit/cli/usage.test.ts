import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isCommand } from '../../../generator/src/cli/command-table.js'
import { helpOf, helpWidth } from '../../../generator/src/cli/help-text.js'
import { createWorkspace, main, type Project, run, start } from './cli.fixture.js'

let project: Project
beforeAll(() => {
  project = createWorkspace()
})
afterAll(() => project.remove())

describe('help and version', () => {
  const commands = [
    ...['generate', 'check', 'diff', 'probe', 'ci', 'inspect'],
    ...['update', 'init', 'completion'],
  ]

  test.each(commands)('%s --help shows its options, and an example', async (command) => {
    const { code, stdout, stderr } = await run(project.folder, [command, '--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`Usage: tagwire ${command}`)
    for (const flag of ['--json', '--quiet', '--config', '--help', '--version']) {
      expect(stdout).toContain(flag)
    }
    expect(stdout).toMatch(/Examples?:\n {2}tagwire /)
  })

  test.each(commands)('%s --help fits the terminal, but for commands to copy', (command) => {
    if (!isCommand(command)) throw new TypeError(`there is no command ${command}`)
    for (const columns of [60, 80, 100]) {
      const prose = helpOf(command, columns)
        .split('\n')
        .filter((line) => !/^(?:Usage:)? +tagwire /.test(line))
      expect(Math.max(...prose.map((line) => line.length))).toBeLessThanOrEqual(columns)
    }
  })

  test('help is 80 columns wide in a pipe, and never wider than 100', () => {
    const write = (): void => undefined
    expect(helpWidth({ write })).toBe(80)
    expect(helpWidth({ write, columns: 90 })).toBe(90)
    expect(helpWidth({ write, columns: 240 })).toBe(100)
    expect(helpWidth({ write, columns: 20 })).toBe(60)
  })

  test.each(['generate', 'check'])(
    '%s --help tells how to do without configuration',
    async (command) => {
      const { stdout } = await run(project.folder, [command, '--help'])
      expect(stdout).toContain(`tagwire ${command} --spec FILE --out DIR [--name NPM_NAME]`)
      for (const flag of ['--spec FILE', '--out DIR', '--name NAME']) {
        expect(stdout).toContain(`\n      ${flag} `)
      }
    },
  )

  test('--help names every command', async () => {
    const { code, stdout } = await run(project.folder, ['--help'])
    expect(code).toBe(0)
    for (const command of commands) expect(stdout).toContain(`  ${command} `)
  })

  test('--version prints one version', async () => {
    const { code, stdout, stderr } = await run(project.folder, ['--version'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/)
  })
})

describe('an invalid command line exits with 2 and one line', () => {
  test.each([
    ['options alone', ['--quiet'], 'A command is required.'],
    ['an unknown option alone', ['-V'], "Unknown option '-V'. Did you mean -v?"],
    [
      'an option that is nearly one',
      ['--verion'],
      "Unknown option '--verion'. Did you mean --version?",
    ],
    ['help on an unknown command', ['help', 'chek'], 'Unknown command "chek". Did you mean check?'],
    ['an unknown command', ['genrate'], 'Unknown command "genrate". Did you mean generate?'],
    [
      'a document in place of a command',
      ['openapi.yaml', '-o', 'out'],
      'Unknown command "openapi.yaml". To start with a document, run `tagwire init openapi.yaml`.',
    ],
    ['a property name of Object.prototype', ['constructor'], 'Unknown command "constructor".'],
    ['an unknown option', ['generate', '--fast'], "Unknown option '--fast'."],
    [
      'an option that is nearly right',
      ['generate', '--wach'],
      "Unknown option '--wach'. Did you mean --watch?",
    ],
    ['an unknown short option', ['generate', '-o', 'x'], "Unknown option '-o'."],
    [
      'a part that is nearly right',
      ['generate', '--spec', 'one.yaml', '--out', 'packages/x', '--emit', 'clients'],
      '--emit takes client, schema, validate, decode, mock, none, or emitters such as ./query.emitter.ts and @acme/tagwire-query, not "clients". Did you mean client?',
    ],
    [
      'an option without its value',
      ['generate', '--spec'],
      "Option '--spec <value>' argument missing.",
    ],
    [
      'an unknown package',
      ['generate', 'three'],
      'Unknown package "three"; the configuration has one, two.',
    ],
    [
      'an unknown package for check',
      ['check', 'three'],
      'Unknown package "three"; the configuration has one, two.',
    ],
    [
      'half of --spec and --out',
      ['generate', '--spec', 'one.yaml'],
      '--spec and --out are required without a configuration.',
    ],
    ['--help of an unknown command', ['frob', '--help'], 'Unknown command "frob".'],
    ['inspect without a document', ['inspect'], 'inspect requires one document.'],
    [
      'init into no folder',
      ['init', 'one.yaml', '--out', ''],
      '--out requires a folder, or a file that ends in .ts.',
    ],
    ['init with two documents', ['init', 'one.yaml', 'two.yaml'], 'init requires one document.'],
  ])('%s', async (_, args, message) => {
    const { code, stdout, stderr } = await run(project.folder, args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toBe(`${message} See \`tagwire --help\`.\n`)
    expect(project.has('packages')).toBe(false)
  })
})

test('tagwire alone shows the help, and exits with 2', async () => {
  const help = await run(project.folder, ['--help'])
  const { code, stdout, stderr } = await run(project.folder, [])
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: help.stdout })
})

test.each([
  [['help'], ['--help']],
  [
    ['help', 'check'],
    ['check', '--help'],
  ],
])('%j is another way to ask for help', async (asked, usual) => {
  expect(await run(project.folder, asked)).toEqual(await run(project.folder, usual))
})

test('a document whose name is nearly right is named', async () => {
  for (const near of ['oen.yaml', 'one.json', 'One.yml']) {
    const { code, stderr } = await run(project.folder, ['inspect', near])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('  help: Did you mean one.yaml, in the same folder?\n'),
    })
  }
})

test('a package whose name is nearly right is named', async () => {
  project.write('near.json', '{"packages":{"my-api":{"spec":"one.yaml","out":"packages/near"}}}')
  const { code, stderr } = await run(project.folder, ['check', 'mi-api', '--config', 'near.json'])
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      'Unknown package "mi-api"; the configuration has my-api. Did you mean my-api? See `tagwire --help`.\n',
  })
})

describe('output without a reader', () => {
  test('a reader that stops early is not an error', async () => {
    await run(project.folder, ['generate', '--quiet'])
    project.write('packages/one/src/types.ts', `// mine\n${'x\n'.repeat(100_000)}`)
    const child = start(project.folder, ['check', 'one'])
    let stderr = ''
    child.stderr.on('data', (data) => {
      stderr += String(data)
    })
    child.stdout.once('data', () => child.stdout.destroy())
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect(code).toBe(1)
    expect(stderr).toMatch(/^one: .+\nRun `tagwire generate` to bring this up to date\.\n$/)
    await rm(`${project.folder}/packages`, { recursive: true })
  })

  test.runIf(existsSync('/dev/full'))('a full disk is reported, with exit code 1', async () => {
    const full = openSync('/dev/full', 'w')
    const { status, stderr } = spawnSync(process.execPath, [main, '--version'], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    })
    closeSync(full)
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^Cannot write: ENOSPC.+\n$/),
    })
  })
})

describe('--json is one document on stdout', () => {
  test.each([
    ['nothing', [], 'A command is required.'],
    ['an unknown command', ['frob'], 'Unknown command "frob".'],
    ['an unknown option', ['check', '--fast'], "Unknown option '--fast'."],
    ['--watch', ['generate', '--watch'], '--watch and --json cannot be combined.'],
    ['diff', ['diff', 'one.yaml'], 'diff requires two documents, the old one and the new one.'],
    ['probe', ['probe', 'one.yaml'], 'probe requires --url, --samples or --record.'],
    ['init', ['init'], 'init requires one document.'],
    [
      'a shell that is not known',
      ['completion', 'tcsh'],
      'completion requires a shell: bash, zsh or fish.',
    ],
  ])('for an invalid command line: %s', async (_, args, message) => {
    const { code, stdout, stderr } = await run(project.folder, [...args, '--json'])
    expect(code).toBe(2)
    expect(JSON.parse(stdout)).toEqual({
      diagnostics: [{ code: 'TW7004', severity: 'error', message, help: 'See `tagwire --help`.' }],
    })
    expect(stderr).toBe(`${message} See \`tagwire --help\`.\n`)
  })

  test('for a document that init cannot read', async () => {
    project.write('broken.yaml', 'openapi: 3.1.0\ninfo: 3\npaths: {}\n')
    const { code, stdout, stderr } = await run(project.folder, ['init', 'broken.yaml', '--json'])
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    const { diagnostics } = JSON.parse(stdout)
    expect(diagnostics).toContainEqual(expect.objectContaining({ severity: 'error', line: 2 }))
  })

  test('for the help and the version', async () => {
    const help = await run(project.folder, ['check', '--help', '--json'])
    expect(JSON.parse(help.stdout)).toEqual({
      help: expect.stringContaining('Usage: tagwire check'),
    })
    const version = await run(project.folder, ['--version', '--json'])
    expect(JSON.parse(version.stdout)).toEqual({ version: expect.stringMatching(/^\d/) })
  })
})

describe('configuration', () => {
  test.each([
    [
      'missing file',
      ['--config', 'no.json'],
      'error TW7001 there is no file no.json\n  help: Check the path;',
    ],
    ['not an object', ['--config', 'bad.json'], 'error TW7001 bad.json names no packages'],
    ['not JSON', ['--config', 'broken.json'], 'error TW7001 broken.json does not load: '],
    [
      'unknown option',
      ['--config', 'option.json'],
      'error TW7001 option.json: packages.a has an unknown option "spce"',
    ],
    [
      'bad npm name',
      ['--config', 'name.json'],
      'error TW7001 name.json: packages.a: "../x" is not a valid name for an npm package',
    ],
    ['code that throws', ['--config', 'throws.ts'], 'error TW7001 throws.ts does not load: boom'],
  ])('%s is one message and exit code 1', async (_, args, message) => {
    project.write('bad.json', '[]')
    project.write('broken.json', '{ "packages": ')
    project.write('option.json', '{"packages":{"a":{"spce":"x"}}}')
    project.write('name.json', '{"packages":{"a":{"spec":"x","out":"y","name":"../x"}}}')
    project.write('throws.ts', "throw new Error('boom')\n")
    const { code, stdout, stderr } = await run(project.folder, ['generate', ...args])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(message)
    expect(stderr.match(/TW7001/g)).toHaveLength(1)
  })

  test('is found upwards from the working directory', async () => {
    project.write('deep/er/file.txt', '')
    const { code } = await run(`${project.folder}/deep/er`, ['check', 'one', '--quiet'])
    expect(code).toBe(1)
    const nowhere = await run('/', ['check'])
    expect(nowhere.code).toBe(1)
    expect(nowhere.stderr).toContain('error TW7001 there is no tagwire.config.ts in / or above it')
  })
})
