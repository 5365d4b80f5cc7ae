import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readResults, tableText, withTable } from '../external/apps/table.js'

test('the table of tools is what was found when they were last run', () => {
  const text = readFileSync('docs/embedding.md', 'utf8')
  expect(withTable(text, tableText(readResults()))).toBe(text)
})

test('every app was run, in both ways', () => {
  const apps = readdirSync('test/external/apps/apps').sort()
  expect(Object.keys(readResults())).toEqual(apps)
  for (const [name, found] of Object.entries(readResults())) {
    for (const way of [found.package, found.sources]) {
      expect(way.ok === (way.note === undefined), name).toBe(true)
    }
  }
})
