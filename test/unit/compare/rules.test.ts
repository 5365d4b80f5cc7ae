import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  type ChangeKind,
  classOf,
  type Rule,
  rules,
  stepFor,
} from '../../../generator/src/compare/schemas/rules.js'

const here = new URL('.', import.meta.url)
const decision = new URL('../../../docs/decisions/0006-what-breaks-callers.md', here)
const table: readonly (readonly [string, Rule])[] = Object.entries(rules)

test('the decision has the table as it is', () => {
  const written = readFileSync(decision, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, kind, sent, received, says]) => [kind, sent, received, says])
  const wanted = table.map(([kind, { sent, received, says }]) => [
    `\`${kind}\``,
    sent,
    received,
    says,
  ])
  expect(written).toEqual(wanted)
})

test('every kind of change is found by a test', () => {
  const tests = readdirSync(here)
    .filter((name) => name.endsWith('.test.ts') && !/^(rules|laws)/.test(name))
    .map((name) => readFileSync(new URL(name, here), 'utf8'))
    .join('\n')
  const missing = table.map(([kind]) => kind).filter((kind) => !tests.includes(`${kind} `))
  expect(missing).toEqual([])
})

describe('classes', () => {
  test.each<readonly [ChangeKind, boolean, boolean, string]>([
    ['field-required', true, false, 'breaking'],
    ['field-required', false, true, 'additive'],
    ['field-required', true, true, 'breaking'],
    ['field-optional', true, true, 'breaking'],
    ['field-added', true, true, 'additive'],
    ['field-required', false, false, 'docs'],
  ])('%s, sent: %s, received: %s, is %s', (kind, sent, received, want) => {
    expect(classOf(kind, { sent, received })).toBe(want)
  })
})

describe('the semver step', () => {
  const change = (kind: ChangeKind, of: 'breaking' | 'additive' | 'docs') => ({ kind, class: of })
  test.each([
    ['none', []],
    ['patch', [change('docs-changed', 'docs')]],
    ['minor', [change('docs-changed', 'docs'), change('deprecated', 'docs')]],
    ['minor', [change('field-added', 'additive'), change('docs-changed', 'docs')]],
    ['major', [change('field-added', 'additive'), change('field-removed', 'breaking')]],
  ])('is %s', (step, changes) => {
    expect(stepFor(changes)).toBe(step)
  })
})
