import { expect, test } from 'vitest'
import { checkConfig } from '../../../generator/src/config/check-config.js'
import { Fault } from '../../../generator/src/diagnostics/diagnostic.js'

/** `output` and `out` have to fit, and one file has no place for some options. */

const file = { spec: 'api.yaml', out: 'src/api.ts', output: 'one-file' }

function faultOf(api: object): string {
  try {
    checkConfig({ packages: { api } }, 'a.json')
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return error.diagnostics
      .map(({ message, at, help = '' }) => `${at?.pointer} ${message} (${help})`)
      .join('\n')
  }
  return ''
}

test('one file is a path that ends in .ts', () => {
  expect(faultOf(file)).toBe('')
  expect(checkConfig({ packages: { api: file } }, 'a.json').packages.api).toEqual(file)
  expect(faultOf({ spec: 'api.yaml', out: 'src/api', output: 'package' })).toBe('')
})

test.each([
  ['a word that is no output', { ...file, output: 'file' }, 'output is "package" or "one-file"'],
  ['a folder for one file', { ...file, out: 'src/api' }, 'out has to end in .ts, not "src/api"'],
  ['declarations', { ...file, out: 'src/api.d.ts' }, 'out has to end in .ts'],
  ['a module of another kind', { ...file, out: 'src/api.mts' }, 'out has to end in .ts'],
  ['a file for a package', { spec: 'a.yaml', out: 'src/api.ts' }, 'out is a file, "src/api.ts"'],
  [
    'lines',
    { ...file, lines: { next: { overlay: 'next.yaml' } } },
    'lines has no place in one file',
  ],
  ['the runtime of a package', { ...file, runtime: 'package' }, 'runtime has no place in one file'],
  ['an extension of imports', { ...file, importExtension: '.ts' }, 'importExtension has no place'],
  ['data of another package', { ...file, world: '@acme/world' }, 'world has no place in one file'],
  ['the part schema', { ...file, emit: ['client', 'schema'] }, 'emit has no place in one file'],
  ['dates without decoders', { ...file, dates: 'date' }, 'dates: "date" without the part "decode"'],
])('%s: one clear error', (_, api, message) => {
  const fault = faultOf(api)
  expect(fault.split('\n')).toHaveLength(1)
  expect(fault).toContain(message)
  expect(fault).toMatch(/^\/packages\/api\/\w+ .*\(.+\)$/)
})

test('two files in one folder are two targets, and one in the folder of a package is refused', () => {
  const other = { ...file, out: 'src/other.ts' }
  expect(Object.keys(checkConfig({ packages: { a: file, b: other } }, 'a.json').packages)).toEqual([
    'a',
    'b',
  ])
  const around = { spec: 'b.yaml', out: 'src' }
  expect(() => checkConfig({ packages: { a: file, b: around } }, 'a.json')).toThrow(
    'the folder of packages.a is inside that of packages.b',
  )
})
