import { type EventEmitter, once } from 'node:events'
import { chmodSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashOf } from '../../../../generator/src/output/fingerprint.js'
import {
  BROKEN,
  begin,
  createWorkspace,
  document,
  type Going,
  type Project,
  start,
} from '../cli.fixture.js'

let project: Project
beforeEach(() => {
  project = createWorkspace()
})
afterEach(() => project.remove())

/** A machine with much to do takes its time. */
const PATIENT = { timeout: 60_000 }

/** Collects what a running command says, and waits until it has said something. */
function listen(stream: EventEmitter) {
  let text = ''
  let wake = (): void => undefined
  stream.on('data', (data) => {
    text += String(data)
    wake()
  })
  return async (wanted: string | RegExp): Promise<void> => {
    const deadline = setTimeout(() => wake(), 20_000)
    const end = Date.now() + 20_000
    while (!(typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text))) {
      if (Date.now() > end) throw new Error(`waited for ${wanted}, got:\n${text}`)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    clearTimeout(deadline)
    text = ''
  }
}

/** Interrupts a command and waits until it writes no more. */
async function stop({ interrupt, ended }: Going): Promise<number | null> {
  interrupt()
  return (await ended).code
}

test('writes on change, survives a broken document, and ends when told to', PATIENT, async () => {
  const child = start(project.folder, ['generate', 'one', '--watch'])
  const said = listen(child.stderr)
  let code: unknown
  try {
    await said('Watching. Ctrl-C ends.')
    expect(project.read('packages/one/src/types.ts')).toContain('export interface One ')

    project.write('one.yaml', document('Other'))
    await said(/one → packages\/one: \d+ written/)
    expect(project.read('packages/one/src/types.ts')).toContain('export interface Other ')

    project.write('one.yaml', BROKEN)
    await said('Nothing was written.')
    expect(project.read('packages/one/src/types.ts')).toContain('export interface Other ')

    project.write('one.yaml', 'openrpc: {{{')
    await said('TW1002')

    project.write('one.yaml', document('Third'))
    await said(/one → packages\/one: \d+ written/)
    expect(project.read('packages/one/src/types.ts')).toContain('export interface Third ')
  } finally {
    const ended = once(child, 'close')
    child.kill('SIGTERM')
    code = (await ended)[0]
  }
  expect(code).toBe(0)
})

test('a save in several steps is one change, and what was made is kept', PATIENT, async () => {
  const file = `${project.folder}/one.yaml`
  const going = begin(project.folder, ['generate', 'one', '--watch'])
  const said = listen(going.stderr)
  let code: unknown
  let all = ''
  going.stderr.on('data', (data) => {
    all += String(data)
  })
  try {
    await said('Watching. Ctrl-C ends.')
    renameSync(file, `${file}~`)
    project.write('one.yaml', '')
    project.write('one.yaml', document('Other'))
    chmodSync(file, 0o600)
    await said(/one → packages\/one: \d+ written/)
    // What changes nothing but the rights of a file is no change.
    chmodSync(file, 0o644)
    project.write('one.yaml', document('Third'))
    await said(/one → packages\/one: \d+ written/)
  } finally {
    code = await stop(going)
  }
  expect(code).toBe(0)
  expect(all.match(/→/g)).toHaveLength(3)
  const digest = readdirSync(`${project.folder}/.tagwire`).find((name) => name.endsWith('.digest'))
  expect(project.read(`.tagwire/${digest}`)).toContain(hashOf(document('Third')))
})

test(
  'while a document is broken, and when it is mended, the others say nothing again',
  PATIENT,
  async () => {
    const warned = (name: string): string =>
      document(name).replace('type: string', '$&, example: 3')
    project.write('one.yaml', BROKEN)
    project.write('two.yaml', warned('Two'))
    const going = begin(project.folder, ['generate', '--watch'])
    const said = listen(going.stderr)
    let all = ''
    going.stderr.on('data', (data) => {
      all += String(data)
    })
    const warnings = (file: string): number => all.split(`${file}:9:`).length - 1
    try {
      await said('Watching. Ctrl-C ends.')
      expect(warnings('two.yaml')).toBe(1)
      project.write('one.yaml', `${BROKEN}# The same again.\n`)
      await said('Nothing was written.')
      project.write('one.yaml', warned('One'))
      // What could not be written before is written now, without a word about its document.
      await said(/one → packages\/one: \d+ written[\s\S]*two → packages\/two: \d+ written/)
      expect(warnings('two.yaml')).toBe(1)
      all = ''

      rmSync(`${project.folder}/one.yaml`)
      await said('TW1001')
      project.write('one.yaml', warned('One'))
      await said('Everything is up to date.')
      project.write('tagwire.config.json', `{${project.read('tagwire.config.json')}`)
      await said('TW7001')
      project.write('tagwire.config.json', project.read('tagwire.config.json').slice(1))
      await said('Everything is up to date.')
      expect([warnings('one.yaml'), warnings('two.yaml')]).toEqual([0, 0])
    } finally {
      await stop(going)
    }
  },
)

test(
  'removed and recreated folders are watched, as are the configuration and missing files',
  PATIENT,
  async () => {
    const part = (name: string): string =>
      `type: object\nproperties: { ${name}: { type: string } }\n`
    const text = document().replace("'#/components/schemas/Greeting'", "'parts/farewell.yaml'")
    project.write('one.yaml', text)
    const going = begin(project.folder, ['generate', 'one', '--watch'])
    const said = listen(going.stderr)
    const types = (): string => project.read('packages/one/src/types.ts')
    try {
      // The folder `parts` is not there when the command starts.
      await said('Watching. Ctrl-C ends.')
      project.write('parts/farewell.yaml', part('a'))
      await said(/one → packages\/one: \d+ written/)

      rmSync(`${project.folder}/parts`, { recursive: true })
      await said('Nothing was written.')
      project.write('parts/farewell.yaml', part('b'))
      await said(/one → packages\/one: \d+ written/)
      expect(types()).toContain('b?: string')

      project.write('checkout/farewell.yaml', part('c'))
      renameSync(`${project.folder}/parts`, `${project.folder}/before`)
      renameSync(`${project.folder}/checkout`, `${project.folder}/parts`)
      await said(/one → packages\/one: \d+ written/)
      project.write('parts/farewell.yaml', part('d'))
      await said(/one → packages\/one: \d+ written/)
      expect(types()).toContain('d?: string')

      rmSync(`${project.folder}/one.yaml`)
      await said('TW1001')
      project.write('one.yaml', document('Back'))
      await said(/one → packages\/one: \d+ written/)
      expect(types()).toContain('export interface Back ')

      const config = project.read('tagwire.config.json')
      project.write('tagwire.config.json', '{')
      await said('TW7001')
      project.write('tagwire.config.json', config.replaceAll('packages/one', 'packages/moved'))
      await said(/one → packages\/moved: \d+ written/)
    } finally {
      await stop(going)
    }
  },
)

test('a document that is not there yet is waited for', PATIENT, async () => {
  rmSync(`${project.folder}/one.yaml`)
  const going = begin(project.folder, ['generate', 'one', '--watch'])
  const said = listen(going.stderr)
  try {
    await said('Watching. Ctrl-C ends.')
    project.write('one.yaml', document('Late'))
    await said(/one → packages\/one: \d+ written/)
  } finally {
    await stop(going)
  }
})

test(
  'files that are referred to are watched too, also when they are not there yet',
  PATIENT,
  async () => {
    const text = document().replace("'#/components/schemas/Greeting'", "'parts/farewell.yaml'")
    project.write('one.yaml', text)
    project.write('parts/other.txt', '')
    const going = begin(project.folder, ['generate', 'one', '--watch'])
    const said = listen(going.stderr)
    try {
      await said('Watching. Ctrl-C ends.')
      expect(project.has('packages/one')).toBe(false)

      project.write('parts/farewell.yaml', 'type: object\nproperties: { a: { type: string } }\n')
      await said(/one → packages\/one: \d+ written/)
      expect(project.read('packages/one/src/types.ts')).toContain('a?: string')

      project.write('parts/farewell.yaml', 'type: object\nproperties: { b: { type: string } }\n')
      await said(/one → packages\/one: \d+ written/)
      expect(project.read('packages/one/src/types.ts')).toContain('b?: string')
    } finally {
      await stop(going)
    }
  },
)
