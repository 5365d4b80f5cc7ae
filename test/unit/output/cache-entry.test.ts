import { describe, expect, test } from 'vitest'
import { type CacheEntry, openEntry, sealEntry } from '../../../generator/src/output/cache-entry.js'

const at = { file: 'a.yaml', pointer: '/a' }
const warning = {
  code: 'TW3003',
  severity: 'warning',
  message: 'No.',
  at,
  help: 'Do.',
  also: { message: 'There.', at },
} as const
const source = { name: 'a.yaml', path: '/b/a.yaml', hash: 'x' }
const output = { path: 'src/types.ts', hash: 'y', bytes: 0, text: '' }
const entry: CacheEntry = {
  sources: [source],
  outputs: [output, { path: 'README.md', hash: 'z', bytes: 3 }],
  diagnostics: [warning, { code: 'TW3003', severity: 'warning', message: 'No.' }],
  positions: { 'a.yaml#/a': { line: 1, column: 1 } },
}

describe('an entry of the cache', () => {
  test('is read as it was written', () => {
    expect(openEntry('key', sealEntry('key', entry))).toEqual(entry)
  })

  test('is that of its key, and is whole', () => {
    const sealed = sealEntry('key', entry)
    expect(openEntry('other', sealed)).toBeUndefined()
    expect(openEntry('key', sealed.replace('README', 'readme'))).toBeUndefined()
    expect(openEntry('key', sealed.slice(0, -1))).toBeUndefined()
    expect(openEntry('key', '')).toBeUndefined()
  })

  const without = (object: object, name: string): object =>
    Object.fromEntries(Object.entries(object).filter(([key]) => key !== name))

  // Another version of the generator may have written it: its hash is right, and what it says is something else.
  test.each<[string, unknown]>([
    ['no object', null],
    ['a list', []],
    ['no sources', without(entry, 'sources')],
    ...Object.keys(source).map((name): [string, unknown] => [
      `a source without ${name}`,
      { ...entry, sources: [without(source, name)] },
    ]),
    ['no outputs', without(entry, 'outputs')],
    ['an output that is a text', { ...entry, outputs: ['a'] }],
    ...['path', 'hash', 'bytes'].map((name): [string, unknown] => [
      `an output without ${name}`,
      { ...entry, outputs: [without(output, name)] },
    ]),
    [
      'an output outside of the package',
      { ...entry, outputs: [{ ...output, path: '../types.ts' }] },
    ],
    ['an output of less than nothing', { ...entry, outputs: [{ ...output, bytes: -1 }] }],
    ['an output of half a byte', { ...entry, outputs: [{ ...output, bytes: 0.5 }] }],
    ['an output that is a number', { ...entry, outputs: [{ ...output, text: 1 }] }],
    ['no diagnostics', without(entry, 'diagnostics')],
    ['a diagnostic that is a text', { ...entry, diagnostics: ['a'] }],
    ['an error', { ...entry, diagnostics: [{ ...warning, severity: 'error' }] }],
    ['a code that there is not', { ...entry, diagnostics: [{ ...warning, code: 'TW0' }] }],
    [
      'a code that every object has',
      { ...entry, diagnostics: [{ ...warning, code: 'constructor' }] },
    ],
    ['a code that is a number', { ...entry, diagnostics: [{ ...warning, code: 1 }] }],
    ['no message', { ...entry, diagnostics: [without(warning, 'message')] }],
    [
      'a place without a pointer',
      { ...entry, diagnostics: [{ ...warning, at: without(at, 'pointer') }] },
    ],
    [
      'a place without a file',
      { ...entry, diagnostics: [{ ...warning, at: without(at, 'file') }] },
    ],
    ['help that is a number', { ...entry, diagnostics: [{ ...warning, help: 1 }] }],
    ['a second place that is a text', { ...entry, diagnostics: [{ ...warning, also: 'a' }] }],
    ['a second place without words', { ...entry, diagnostics: [{ ...warning, also: { at } }] }],
    [
      'a second place without a place',
      { ...entry, diagnostics: [{ ...warning, also: { message: '' } }] },
    ],
    ['no positions', without(entry, 'positions')],
    ['a position that is a number', { ...entry, positions: { a: 1 } }],
    ['a line before the first', { ...entry, positions: { a: { line: 0, column: 1 } } }],
    ['no column', { ...entry, positions: { a: { line: 1 } } }],
  ])('is not read with %s', (_, value) => {
    expect(openEntry('key', sealEntry('key', value as CacheEntry))).toBeUndefined()
  })
})
