import { describe, expect, test } from 'vitest'
import type { Report, ReportEntry } from '../../../../generator/src/cli/reports/report.js'
import { ruleText } from '../../../../generator/src/cli/reports/rule-texts.js'
import { sarifText } from '../../../../generator/src/cli/reports/sarif.js'
import { rules } from '../../../../generator/src/compare/schemas/rules.js'
import { catalogue } from '../../../../generator/src/diagnostics/catalogue.js'

/** SARIF as code scanning of GitHub accepts it. */

const removed: ReportEntry = {
  level: 'error',
  rule: 'field-removed',
  message: 'Step.note: removed',
  file: 'api/a b.yaml',
  line: 4,
  column: 3,
  section: 'Breaking',
}

interface Result {
  readonly ruleId: string
  readonly ruleIndex: number
  readonly level: string
  readonly message: { readonly text: string }
  readonly partialFingerprints: Readonly<Record<string, string>>
}

interface Run {
  readonly tool: { readonly driver: { readonly rules: readonly Record<string, unknown>[] } }
  readonly results: readonly Result[]
}

function runsOf(...entries: readonly (readonly ReportEntry[])[]): Run[] {
  const reports = entries.map(
    (own, index): Report => ({ name: `tagwire diff ${index}`, summary: 'x', entries: own }),
  )
  const { runs }: { runs: Run[] } = JSON.parse(sarifText(reports, '1.2.3'))
  return runs
}

function fingerprints(...entries: readonly ReportEntry[]): string[] {
  return runsOf(entries).flatMap(({ results }) =>
    results.map((each) => Object.values(each.partialFingerprints).join()),
  )
}

test('is one run, however many packages there are', () => {
  const runs = runsOf(...Array.from({ length: 30 }, () => [removed]))
  expect(runs).toHaveLength(1)
  expect(runs[0]?.results).toHaveLength(30)
  expect(runsOf([])).toMatchObject([{ results: [] }])
})

describe('rules', () => {
  test('have descriptions and help, and results name them', () => {
    const [run] = runsOf([removed, { ...removed, rule: 'mismatch' }, removed])
    expect(run?.tool.driver.rules).toMatchObject([
      {
        id: 'field-removed',
        name: 'FieldRemoved',
        shortDescription: { text: 'Field removed in the document.' },
        fullDescription: { text: 'Code that uses it does not compile.' },
        helpUri: expect.stringMatching(/^https:\/\/.*docs\/rules\.md$/),
        help: { text: expect.any(String), markdown: expect.any(String) },
      },
      { id: 'mismatch' },
    ])
    expect(run?.results.map((each) => each.ruleIndex)).toEqual([0, 1, 0])
  })

  test('all have a text of their own', () => {
    for (const id of [...Object.keys(rules), ...Object.keys(catalogue)]) {
      const { title, text } = ruleText(id)
      expect(title.length * text.length).toBeGreaterThan(0)
    }
  })
})

describe('a fingerprint', () => {
  test('stays when lines move, and differs for other findings', () => {
    const moved = { ...removed, line: 90, column: 1 }
    expect(fingerprints(removed)).toEqual(fingerprints(moved))
    const others = [
      { ...removed, message: 'other' },
      { ...removed, rule: 'mismatch' },
    ]
    expect(new Set(fingerprints(removed, ...others)).size).toBe(3)
  })
  test('is of one finding', () => {
    expect(new Set(fingerprints(removed, removed, removed)).size).toBe(3)
  })
})

test('the limits of GitHub: 5,000 results, of which the most severe are kept', () => {
  const notes = Array.from({ length: 6000 }, () => ({ ...removed, level: 'note' as const }))
  const [run] = runsOf(notes, [removed])
  expect(run?.results).toHaveLength(5000)
  expect(run?.results.filter((each) => each.level === 'error')).toHaveLength(1)
  const [long] = runsOf([{ ...removed, message: 'x'.repeat(9000) }])
  expect(long?.results[0]?.message.text.length).toBeLessThanOrEqual(1024)
})
