import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { isDictionary } from '../../../generator/src/model/json.js'
import { parseText } from '../../../generator/src/source/syntax/parse.js'

/** The files in `ci` are run by others, elsewhere: what can be checked of them here is. */

const ci = fileURLToPath(new URL('../../../ci/', import.meta.url))
const files = readdirSync(ci, { recursive: true, encoding: 'utf8' }).map((name) =>
  name.split(path.sep).join('/'),
)
const templates = files.filter((name) => /\.ya?ml$/.test(name))
const scripts = files.filter((name) => name.endsWith('.sh'))
const textOf = (name: string): string => readFileSync(path.join(ci, name), 'utf8')

/** The documents of a file; that of a GitLab component follows the one with its inputs. */
function documentsOf(name: string): Record<string, unknown>[] {
  return textOf(name)
    .split(/^---$/m)
    .map((text) => {
      const { value, faults } = parseText(text, false)
      expect(faults).toEqual([])
      if (!isDictionary(value)) throw new TypeError(`${name} is not an object`)
      return { ...value }
    })
}

/** Every text of a document, with the key that it is the value of. */
function textsIn(value: unknown, key = ''): { readonly key: string; readonly text: string }[] {
  if (typeof value === 'string') return [{ key, text: value }]
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each, key))
  return isDictionary(value)
    ? Object.entries(value).flatMap(([own, each]) => textsIn(each, own))
    : []
}

const SHELL_KEYS = ['run', 'script', 'before_script', 'after_script']
const shellOf = (name: string): string[] =>
  documentsOf(name)
    .flatMap((each) => textsIn(each))
    .filter(({ key }) => SHELL_KEYS.includes(key))
    .map(({ text }) => text)

function namesIn(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort()
}

test('there are templates for both', () => {
  expect(templates.sort()).toEqual([
    'github/action.yml',
    'github/update/action.yml',
    'gitlab/template.yml',
    'gitlab/update.yml',
  ])
})

describe.each(templates)('%s', (name) => {
  test('uses all of its inputs, and no others', () => {
    const [first = {}, component] = documentsOf(name)
    const { spec } = first
    const inputs = component && isDictionary(spec) ? spec.inputs : first.inputs
    const used = component
      ? namesIn(textOf(name), /\$\[\[ *inputs\.([\w-]+) *\]\]/g)
      : namesIn(textOf(name), /\binputs\.([\w-]+)/g)
    expect(used).toEqual(Object.keys(isDictionary(inputs) ? inputs : {}).sort())
  })

  test('has scripts that a shell can read', () => {
    const all = shellOf(name)
    expect(all.length).toBeGreaterThan(0)
    for (const text of all) {
      const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' })
      expect(`${stderr}${status}`).toBe('0')
    }
  })

  test('puts no input into the text of a script, where a shell would run it', () => {
    for (const text of shellOf(name)) expect(text).not.toMatch(/\$\[\[|\$\{\{/)
  })

  test('sets every variable that its scripts need', () => {
    const texts = shellOf(name)
    const read = texts.flatMap((text) => namesIn(text, /\$\{?(TAGWIRE_\w+|TAGWIRE)\b/g))
    const given = namesIn(textOf(name), /^ +(TAGWIRE\w*):/gm)
    // Masked variables of the project.
    const outside = ['TAGWIRE_TOKEN', 'TAGWIRE_ORIGIN']
    expect(read.filter((each) => !given.includes(each) && !outside.includes(each))).toEqual([])
  })
})

describe.each(templates.filter((name) => name.startsWith('github/')))('%s', (name) => {
  const [action = {}] = documentsOf(name)
  const { runs, outputs } = action
  const steps: readonly unknown[] =
    isDictionary(runs) && Array.isArray(runs.steps) ? runs.steps : []

  test('names a shell for each step, and ids that exist', () => {
    const ids = steps.flatMap((each) => (isDictionary(each) ? [each.id] : []))
    for (const each of steps) expect(each).toMatchObject({ shell: 'bash', run: expect.any(String) })
    const asked = namesIn(textOf(name), /\bsteps\.([\w-]+)\./g)
    expect(asked.filter((each) => !ids.includes(each))).toEqual([])
    expect(Object.keys(isDictionary(outputs) ? outputs : {}).length).toBeGreaterThan(0)
  })

  test('refers to scripts that are there', () => {
    const asked = namesIn(textOf(name), /github\.action_path \}\}\/([\w./-]+\.sh)/g)
    for (const each of asked) {
      expect(files).toContain(path.posix.join(path.posix.dirname(name), each))
    }
  })
})

test.each(scripts)('%s is a script of any shell', (name) => {
  expect(() => execFileSync('sh', ['-n', path.join(ci, name)])).not.toThrow()
  expect(textOf(name)).toMatch(/^#!\/bin\/sh\n[\s\S]*\nset -eu\n/)
})

const shellcheck = spawnSync('shellcheck', ['--version']).status === 0
if (!shellcheck) console.warn('shellcheck is not installed, so the scripts in ci are only parsed.')

test.skipIf(!shellcheck).each([...scripts, ...templates])(
  'shellcheck has nothing to say about %s',
  (name) => {
    const texts = name.endsWith('.sh') ? [textOf(name)] : shellOf(name)
    for (const text of texts) {
      const shell = name.endsWith('.sh') ? 'sh' : 'bash'
      // Arguments of a template are several words.
      const args = ['--shell', shell, '--exclude', 'SC2086,SC1091', '-']
      const { stdout } = spawnSync('shellcheck', args, { input: text, encoding: 'utf8' })
      expect(stdout).toBe('')
    }
  },
)
