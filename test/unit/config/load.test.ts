import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { loadConfig, packageNames } from '../../../generator/src/config/config.js'
import { locatorOfConfig, packageNamesIn } from '../../../generator/src/config/config-locator.js'
import { emitterCode, isPath } from '../../../generator/src/config/emitter-code.js'
import { loadEmitters } from '../../../generator/src/config/emitters.js'
import { Fault } from '../../../generator/src/diagnostics/diagnostic.js'
import { LocatedFault } from '../../../generator/src/diagnostics/located-fault.js'
import { createProject, type Project } from '../cli/cli.fixture.js'

const repository = path.resolve(import.meta.dirname, '../../..')

let project: Project
afterEach(() => project?.remove())

const packages = { api: { spec: 'api.yaml', out: 'api' } }
const JSON_TEXT = JSON.stringify({ packages })
const MODULE = `export default { packages: { api: { spec: 'api.yaml', out: 'api' } } }\n`

async function faultOf(loading: Promise<unknown>): Promise<Fault> {
  const error = await loading.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(error instanceof Fault)) throw new Error('it loaded')
  return error
}

describe('a configuration', () => {
  test.each([
    ['tagwire.config.json', JSON_TEXT],
    ['tagwire.config.mjs', MODULE],
    [
      'tagwire.config.ts',
      `import { defineConfig } from 'tagwire'\n${MODULE.replace('default ', 'default defineConfig(').trim()})\n`,
    ],
  ])('%s is found above a folder, and paths are relative to it', async (name, text) => {
    project = createProject({ [name]: text, 'a/b/c.txt': '' })
    const { base, file, ...loaded } = await loadConfig(path.join(project.folder, 'a/b'))
    expect(loaded).toEqual({ packages })
    expect({ base, file }).toEqual({
      base: project.folder,
      file: path.join(project.folder, name),
    })
  })

  test('the nearest one counts, and of two in one folder the typed one', async () => {
    const other = JSON.stringify({ packages: { other: packages.api } })
    project = createProject({
      'tagwire.config.json': JSON_TEXT,
      'a/tagwire.config.json': other,
      'a/tagwire.config.mjs': MODULE,
    })
    expect((await loadConfig(path.join(project.folder, 'a'))).file).toMatch(/config\.mjs$/)
    const named = await loadConfig(project.folder, 'a/tagwire.config.json')
    expect(Object.keys(named.packages)).toEqual(['other'])
    expect(named.base).toBe(path.join(project.folder, 'a'))
  })

  test('that is missing or does not load is one fault with a remedy', async () => {
    project = createProject({ 'broken.json': '{' })
    const [absent] = (await faultOf(loadConfig(project.folder, 'none.json'))).diagnostics
    expect(absent).toMatchObject({ message: 'there is no file none.json' })
    expect(absent?.help).toContain('relative to the working directory')
    const [broken] = (await faultOf(loadConfig(project.folder, 'broken.json'))).diagnostics
    expect(broken?.message).toMatch(/^broken\.json does not load: /)
  })

  test.each([
    ['a.config.json', '{\n  "packages": {\n    "api": { "spec": "a" "out": "b" }\n  }\n}', 3, 26],
    ['b.config.json', '{ "packages": {\n<<<<<<< a\n=======\n>>>>>>> b\n} }', 2, 1],
    [
      'c.config.ts',
      "export default {\n  packages: {\n    api: { spec: 'a' out: 'b' },\n  },\n}\n",
      3,
      22,
    ],
    ['e.config.ts', "import a from './nope'\nexport default a", 1, 15],
    ['f.config.mjs', 'const none = undefined\n\nexport default none.packages\n', 3, 21],
  ])('%s does not load, and is shown where', async (name, text, line, column) => {
    project = createProject({ [name]: text })
    const fault = await faultOf(loadConfig(project.folder, name))
    if (!(fault instanceof LocatedFault)) throw fault
    expect(fault.diagnostics[0]?.message).toMatch(new RegExp(`^${name} does not load: .`))
    const [at] = fault.diagnostics.map((each) => each.at && fault.locator.locate(each.at))
    expect(at).toEqual({ line, column })
    expect(fault.locator.textOf(name)).toBe(text)
  })

  test('that fails while it runs is shown at its line', async () => {
    const text = 'const none: any = undefined\n\nexport default {\n  packages: none.a,\n}\n'
    project = createProject({ 'tagwire.config.ts': text })
    const fault = await faultOf(loadConfig(project.folder))
    if (!(fault instanceof LocatedFault)) throw fault
    expect(fault.locator.locate({ file: 'tagwire.config.ts', pointer: '' }).line).toBe(4)
  })

  test('whose document is a folder says which file it could be', async () => {
    const text = JSON.stringify({ packages: { api: { spec: '.', out: 'api' } } })
    project = createProject({ 'tagwire.config.json': text, 'openapi.yaml': '' })
    const [first] = (await faultOf(loadConfig(project.folder))).diagnostics
    expect(first).toMatchObject({
      message: 'tagwire.config.json: packages.api.spec is not a document',
      help: 'It is a folder. Specify the document in it, such as openapi.yaml.',
      at: { pointer: '/packages/api/spec' },
    })
  })

  test('with an invalid option reports its place', async () => {
    const text = `{\n  "packages": {\n    "api": { "spec": "a.yaml", "out": "o", "colour": 1 }\n  }\n}\n`
    project = createProject({ 'tagwire.config.json': text })
    const fault = await faultOf(loadConfig(project.folder))
    if (!(fault instanceof LocatedFault)) throw fault
    const [at] = fault.diagnostics.map((each) => each.at && fault.locator.locate(each.at))
    expect(at).toEqual({ line: 3, column: 44 })
  })

  test('names its packages without being run', async () => {
    const text = `throw new Error('run')\nexport default { packages: { api: { out: {} }, 'b-c': {} } }`
    project = createProject({ 'tagwire.config.ts': text })
    expect(await packageNames(project.folder)).toEqual(['api', 'b-c'])
  })
})

describe('places in the text of a configuration', () => {
  const TEXT = `// packages: { no: 1 }
export default make({
  packages: {
    'the-api': { emit: ['client', './own.ts'], out: "out: /* x */" },
  },
})
`
  const locator = locatorOfConfig('a.ts', TEXT)
  const textAt = (pointer: string): string => {
    const { line, column } = locator.locate({ file: 'a.ts', pointer })
    return TEXT.split('\n')[line - 1]?.slice(column - 1) ?? ''
  }

  test.each([
    ['/packages', 'packages: {'],
    ['/packages/the-api', "'the-api': {"],
    ['/packages/the-api/emit/1', "'./own.ts']"],
    ['/packages/the-api/out', 'out: "out'],
    // Computed or absent: the innermost option around it.
    ['/packages/the-api/spec', "'the-api': {"],
    ['/packages/none/out', 'packages: {'],
  ])('%s', (pointer, begins) => {
    expect(textAt(pointer).startsWith(begins), textAt(pointer)).toBe(true)
  })

  test('only the file itself has a text; comments name no packages', () => {
    expect([locator.textOf('a.ts'), locator.textOf('b.ts')]).toEqual([TEXT, undefined])
    expect(packageNamesIn(TEXT)).toEqual(['the-api'])
    expect(packageNamesIn('export default {}')).toEqual([])
  })
})

describe('emitters', () => {
  const EMITTER = "export default { name: '  own\\n one ', needs: ['client'], emit: () => ({}) }\n"

  test('are files or packages, and are copied when they are checked', async () => {
    project = createProject({
      'own.ts': EMITTER,
      'node_modules/tagwire-own/package.json': '{ "exports": "./index.js", "type": "module" }',
      'node_modules/tagwire-own/index.js': EMITTER,
    })
    const [own, installed] = await loadEmitters(['./own.ts', 'tagwire-own'], project.folder)
    expect(own).toMatchObject({
      from: './own.ts',
      file: path.join(project.folder, 'own.ts'),
      emitter: { name: 'own one', needs: ['client'] },
    })
    expect(Object.isFrozen(own?.emitter)).toBe(true)
    expect(installed).toMatchObject({ from: 'tagwire-own', emitter: { name: 'own one' } })
    expect(installed).not.toHaveProperty('file')
  })

  test.each([
    ['./none.ts', '', 'there is no emitter ./none.ts'],
    ['./own.ts', 'export default 5\n', 'has no default export that is an emitter'],
    ['./own.ts', "export default { name: ' ', emit() {} }\n", 'has no name'],
    ['./own.ts', "export default { name: 'a' }\n", 'has no function `emit`'],
    [
      './own.ts',
      "export default { name: 'a', needs: ['x'], emit() {} }\n",
      'needs an unknown part',
    ],
    ['./own.ts', "export default { name: 'a', peers: { a: 1 }, emit() {} }\n", 'has `peers`'],
    ['./own.ts', "throw new Error('no\\nmore')\n", 'does not load: no'],
  ])('%s with %j is refused: %s', async (name, text, message) => {
    project = createProject({ 'own.ts': text })
    const [fault] = (await faultOf(loadEmitters([name], project.folder))).diagnostics
    expect(fault?.message).toContain(message)
    expect(fault?.help).toBeDefined()
  })

  test.each([
    [
      'only tagwire and files of its own',
      "import { a } from './part.js'\nimport 'tagwire/emitter'\n",
      true,
      2,
    ],
    ['a module of the platform', "import 'node:fs'\n", false, 1],
    ['a package of the same name as a word', "import 'of'\n", false, 1],
    ['an alias', "import '#part'\n", false, 1],
    [
      'nothing, but it writes about imports',
      "const a = ['the import', 'the rest from', ': ']\n",
      true,
      1,
    ],
    ['what is known at run time only', 'const a = import(name)\n', false, 1],
  ])('what they import decides what can be remembered: %s', (_, text, isClosed, count) => {
    project = createProject({ 'own.ts': text, 'part.ts': 'export const a = 1\n' })
    const code = emitterCode('./own.ts', project.folder)
    expect(code.isClosed).toBe(isClosed)
    expect(code.files.size).toBe(count)
    expect(code.files.get(path.join(project.folder, 'own.ts'))).toBe(text)
  })

  // Without `mcp`, which reads files of its own.
  test.each(['docs', 'query', 'msw', 'zod', 'server'])(
    'what @tagwire/emit-%s of this repository writes can be remembered',
    (name) => {
      const entry = path.join(repository, `packages/emit-${name}/dist/index.js`)
      expect(emitterCode(entry, repository).isClosed).toBe(true)
    },
  )

  test('one that is not there has no code', () => {
    project = createProject()
    for (const name of ['./none.ts', 'tagwire-none']) {
      expect(emitterCode(name, project.folder)).toEqual({ files: new Map(), isClosed: false })
    }
    expect(['./a', '/a', 'C:\\a', 'tagwire-a', '@a/b'].map(isPath)).toEqual([
      ...[true, true, true],
      ...[false, false],
    ])
  })
})
