import { describe, expect, test } from 'vitest'
import { checkConfig } from '../../../generator/src/config/check.js'
import { Fault } from '../../../generator/src/diagnostics/diagnostic.js'

const api = { spec: 'api.yaml', out: 'packages/api' }

function faultOf(value: unknown): { message: string; pointer: string | undefined } {
  try {
    checkConfig(value, 'a.json')
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const [first] = error.diagnostics
    return { message: first?.message ?? '', pointer: first?.at?.pointer }
  }
  throw new Error('nothing was wrong')
}

test('all that is wrong is reported, in all packages', () => {
  const one = { ...api, importExtension: '.mjs', nope: 1, never: 2, emit: ['client', 'frob', 5] }
  const two = { spec: 7, out: ' ', readonly: 'yes', license: 1 }
  let pointers: unknown[] = []
  try {
    checkConfig({ packages: { one, two } }, 'a.json')
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    pointers = error.diagnostics.map(({ at }) => at?.pointer.replace('/packages/', ''))
  }
  expect(pointers.sort()).toEqual([
    'one/emit/1',
    'one/emit/2',
    'one/importExtension',
    'one/never',
    'one/nope',
    'two',
    'two/license',
    'two/readonly',
    'two/spec',
  ])
})

describe('the form of a configuration', () => {
  test('is returned unchanged', () => {
    const packages = { api: { ...api, name: '@acme/api', emit: ['client', 'validate'] } }
    expect(checkConfig({ packages }, 'a.json')).toEqual({ packages })
  })

  test.each(['answers', 'open', 'closed'])(
    'says with `enums: %s` which enums are open',
    (enums) => {
      const packages = { api: { ...api, enums } }
      expect(checkConfig({ packages }, 'a.json')).toEqual({ packages })
    },
  )

  test.each<readonly [string, unknown, string, string]>([
    [
      'no such openness',
      { packages: { api: { ...api, enums: 'close' } } },
      'packages.api.enums has an unknown value "close"',
      '/packages/api/enums',
    ],
    [
      'no package for a world',
      { packages: { api: { ...api, world: '../world.js' } } },
      '"../world.js" is not a valid name for an npm package',
      '/packages/api/world',
    ],
    [
      'a name that commands would read as an option',
      { packages: { api: { ...api, name: '-rf' } } },
      '"-rf" is not a valid name for an npm package',
      '/packages/api/name',
    ],
    [
      'a scope that commands would read as an option',
      { packages: { api: { ...api, name: '@-x/api' } } },
      '"@-x/api" is not a valid name for an npm package',
      '/packages/api/name',
    ],
    ...['node_modules', 'favicon.ico', 'http', 'fs', 'a~b'].map(
      (name) =>
        [
          `a name that npm refuses: ${name}`,
          { packages: { api: { ...api, name } } },
          `"${name}" is not a valid name for an npm package`,
          '/packages/api/name',
        ] as const,
    ),
    ['nothing', undefined, 'names no packages', ''],
    ['no packages', { packages: {} }, 'names no packages', ''],
    ['a misspelled list of packages', { package: { api } }, 'names no packages', '/package'],
    [
      'two packages in one folder',
      { packages: { api, other: { ...api, out: './packages/api' } } },
      'packages.api and packages.other have the same folder',
      '/packages/other/out',
    ],
    [
      'no such code',
      { packages: { api: { ...api, accept: { TW9999: ['#/a'] } } } },
      'accept has an unknown code "TW9999"',
      '/packages/api/accept/TW9999',
    ],
    [
      'no place',
      { packages: { api: { ...api, accept: { TW3004: ['Order'] } } } },
      'accept.TW3004 has to be a list of places',
      '/packages/api/accept/TW3004/0',
    ],
    [
      'no reason',
      { packages: { api: { ...api, accept: { TW3004: [{ at: '#/a' }] } } } },
      'accept.TW3004 needs a reason for #/a',
      '/packages/api/accept/TW3004/0',
    ],
    [
      'no list of places',
      { packages: { api: { ...api, accept: { TW3004: '#/a' } } } },
      'accept.TW3004 has to be a list of places',
      '/packages/api/accept/TW3004',
    ],
    ['a list', { packages: { api: [] } }, 'packages.api is not an object', '/packages/api'],
    ['no document', { packages: { api: { out: 'x' } } }, 'spec', '/packages/api'],
    ['a misspelling', { packages: { api: { ...api, spce: 'x' } } }, 'spce', '/packages/api/spce'],
    [
      'no such part',
      { packages: { api: { ...api, emit: ['x'] } } },
      'emit',
      '/packages/api/emit/0',
    ],
    [
      'no address',
      { packages: { api: { ...api, server: 'x' } } },
      'server',
      '/packages/api/server',
    ],
    [
      'one package inside another',
      { packages: { api, inner: { ...api, out: 'packages/api/src' } } },
      'the folder of packages.inner is inside that of packages.api',
      '/packages/inner/out',
    ],
  ])('%s is reported at its place', (_, value, message, pointer) => {
    const fault = faultOf(value)
    expect(fault.message).toContain(message)
    expect(fault.pointer).toBe(pointer)
  })
})

describe('rules for pages', () => {
  const rule = { operations: 'list*', items: '/data', next: { cursor: '/next', into: 'cursor' } }
  const withRules = (...paginators: unknown[]) => ({ packages: { api: { ...api, paginators } } })

  test.each([
    { ...rule, name: '{operation}Pages', more: '/more' },
    { ...rule, operations: ['a', 'b'], items: '' },
    { ...rule, next: { page: 'page', first: 0 } },
    { ...rule, next: { offset: 'body:/offset' } },
    { ...rule, next: { last: '/id', into: 'header:X-After' } },
    { ...rule, next: { link: 'next' } },
    { ...rule, next: { url: '/next' } },
  ])('%j', (given) => {
    const expected = { ...given, operations: [given.operations].flat() }
    expect(checkConfig(withRules(given), 'a.json').packages.api?.paginators).toEqual([expected])
  })

  test.each<[unknown, string, string]>([
    [5, ' has to be a rule', ''],
    [{ ...rule, operation: 'x' }, ' has an unknown option "operation"', '/operation'],
    [{ ...rule, operations: [] }, '.operations has to name operations', '/operations'],
    [{ ...rule, name: 'all users' }, '.name has to be the name of a method', '/name'],
    [{ ...rule, items: 'data' }, '.items has to be a JSON pointer', '/items'],
    [{ ...rule, more: 5 }, '.more has to be a JSON pointer', '/more'],
    [{ ...rule, next: undefined }, '.next has to say how one page leads to the next', '/next'],
    [
      { ...rule, next: { cusor: '/a' } },
      '.next has to say how one page leads to the next',
      '/next',
    ],
    [
      { ...rule, next: { page: 'a', offset: 'b' } },
      '.next has to say how one page leads to the next',
      '/next',
    ],
    [
      { ...rule, next: { page: 'a', into: 'b' } },
      '.next has an unknown option "into"',
      '/next/into',
    ],
    [{ ...rule, next: { cursor: '/a' } }, '.next.into has to be a text', '/next/into'],
    [
      { ...rule, next: { page: 'a', first: 0.5 } },
      '.next.first has to be an integer',
      '/next/first',
    ],
  ])('refuses %j', (given, message, pointer) => {
    expect(faultOf(withRules(given))).toEqual({
      message: `a.json: packages.api.paginators[0]${message}`,
      pointer: `/packages/api/paginators/0${pointer}`,
    })
  })
})
