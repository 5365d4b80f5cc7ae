import { describe, expect, test } from 'vitest'
import { checkConfig } from '../../../generator/src/config/check-config.js'
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

  test('has lines, each with overlays', () => {
    const lines = {
      '2.0': { overlay: ['v2.yaml'], note: 'at its end' },
      next: { overlay: ['v2.yaml', 'v3'] },
    }
    const packages = { api: { ...api, lines } }
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
    ...(
      [
        ['no lines', {}, 'lines has to be an object with a member for each line', ''],
        ['a list of lines', [{ overlay: 'a.yaml' }], 'lines has to be an object', ''],
        ['a line that is a file', { '2.0': 'v2.yaml' }, 'lines.2.0 is not an object', '/2.0'],
        ['a line without an overlay', { '2.0': {} }, 'lines.2.0 needs an overlay', '/2.0'],
        [
          'a note that is none',
          { v2: { overlay: 'a', note: ' ' } },
          'lines.v2.note has to be a text',
          '/v2/note',
        ],
        ['an empty overlay', { v2: { overlay: '' } }, 'lines.v2.overlay has to be', '/v2/overlay'],
        [
          'an option that a line does not have',
          { v2: { overlay: 'a', spec: 'b' } },
          'lines.v2 has an unknown option "spec"',
          '/v2/spec',
        ],
        ...['validate', 'Shared', 'dist', 'nul', '../v2', 'a/b', '.2', '-2', '', '2..0', '2.'].map(
          (name) =>
            [
              `a line called ${JSON.stringify(name)}`,
              { [name]: { overlay: 'a' } },
              `a line cannot be called ${JSON.stringify(name)}`,
              `/${name.replaceAll('/', '~1')}`,
            ] as const,
        ),
        [
          'two lines in one folder',
          { v2: { overlay: 'a' }, V2: { overlay: 'b' } },
          'two lines that only differ in case: V2',
          '/V2',
        ],
      ] as const
    ).map(
      ([what, lines, message, at]) =>
        [
          what,
          { packages: { api: { ...api, lines } } },
          message,
          `/packages/api/lines${at}`,
        ] as const,
    ),
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

describe('patterns of safe operations', () => {
  const withSafe = (safe: unknown) => ({ packages: { api: { ...api, safe } } })

  test('are kept', () => {
    const safe = ['eth_get*', '!eth_getFilterChanges']
    expect(checkConfig(withSafe(safe), 'a.json').packages.api?.safe).toEqual(safe)
  })

  test.each([['eth_get*'], [true], [[5]], [[]], [['']], [['!']], [['!eth_*']]])(
    'refuses %j',
    (safe) => {
      expect(faultOf(withSafe(safe))).toEqual({
        message: 'a.json: packages.api.safe has to be a list of operations',
        pointer: '/packages/api/safe',
      })
    },
  )
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

describe('rules for names', () => {
  const withNames = (names: unknown) => ({ packages: { api: { ...api, names } } })

  test.each([
    { operation: 'fastapi', type: 'fastapi' },
    { operation: 'nestjs' },
    { operation: () => 'a', type: () => 'B', resource: () => 'c.d' },
    { client: 'back-office', resource: 'tags' },
    {},
  ])('may be %o', (names) => {
    expect(checkConfig(withNames(names), 'a.json').packages.api?.names).toEqual(names)
  })

  test.each<[unknown, string, string]>([
    ['fastapi', ' has to be rules for names', ''],
    [{ operations: 'fastapi' }, ' has an unknown option "operations"', '/operations'],
    [
      { operation: 'fastap' },
      ".operation has to be 'fastapi' or 'nestjs', or a function",
      '/operation',
    ],
    [
      { operation: null },
      ".operation has to be 'fastapi' or 'nestjs', or a function",
      '/operation',
    ],
    [{ resource: 'tag' }, ".resource has to be 'tags', or a function", '/resource'],
    [{ client: '1 shop' }, '.client has to be a name', '/client'],
    [{ client: 7 }, '.client has to be a name', '/client'],
    [{ type: 'nestjs' }, ".type has to be 'fastapi', or a function", '/type'],
  ])('are not %o', (names, message, pointer) => {
    expect(faultOf(withNames(names))).toEqual({
      message: `a.json: packages.api.names${message}`,
      pointer: `/packages/api/names${pointer}`,
    })
  })
})
