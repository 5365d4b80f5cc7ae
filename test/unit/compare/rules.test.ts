import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readRuleExamples, ruleRows } from '../../../docs/site/rule-examples.js'
import {
  type ChangeKind,
  classOf,
  rules,
  stepFor,
} from '../../../generator/src/compare/schemas/rules.js'
import { compareSpecs } from '../../../generator/src/pipeline/diff.js'

const here = new URL('.', import.meta.url)
const docs = fileURLToPath(new URL('../../../docs', here))
const examples = readRuleExamples(docs)

/** What else changes with it: two parameters change places, and an argument takes another form because something comes. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  'argument-changed': ['field-added'],
  'parameter-moved': ['parameter-moved'],
}

/** What changes in an example, found once for all tests that ask. */
const found = new Map<string, ReturnType<typeof compareSpecs>>()

async function changesOf(kind: string) {
  const comparing = found.get(kind) ?? compareSpecs('old.yaml', 'new.yaml', `${docs}/rules/${kind}`)
  found.set(kind, comparing)
  return (await comparing).changes
}

describe('the documentation', () => {
  test('has an example of every rule', () => {
    expect(examples.map(({ kind }) => kind)).toEqual(Object.keys(rules))
  })

  test.each(examples.map(({ kind }) => kind))('shows %s and nothing else', async (kind) => {
    const changes = await changesOf(kind)
    const kinds = changes?.map((each) => each.kind)
    expect(kinds).toEqual([kind, ...(MORE[kind] ?? [])])
  })

  test.each(examples)('explains why oasdiff classifies $kind differently', async (example) => {
    const { kind, oasdiff } = example
    const changes = await changesOf(kind)
    const breaks = changes?.some((each) => each.class === 'breaking')
    const agrees = breaks ? oasdiff.level === 'error' : /none|info/.test(oasdiff.level)
    expect(oasdiff.why === undefined).toBe(agrees)
  })

  test('has them in a table; UPDATE=1 writes its rows', () => {
    const place = path.join(docs, 'rules.md')
    const text = readFileSync(place, 'utf8')
    const isRow = (line: string): boolean => line.startsWith('| [`')
    const rows = ruleRows(examples)
    if (process.env.UPDATE === '1') {
      const rest = text.split('\n').filter((line) => !isRow(line))
      writeFileSync(place, [...rest.slice(0, -1), ...rows, ''].join('\n'))
    }
    const plain = (line: string): string => line.replace(/ +\|/g, ' |')
    expect(readFileSync(place, 'utf8').split('\n').filter(isRow).map(plain)).toEqual(
      rows.map(plain),
    )
  })
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
