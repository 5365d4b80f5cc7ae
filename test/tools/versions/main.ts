import path from 'node:path'
import { diff } from 'tagwire'
import { findDocuments } from '../corpus/find.js'

// Prints what changed from one version of a document to the next, to read finding by finding beside the documents.

const [folder] = process.argv.slice(2)
if (folder === undefined || folder.startsWith('-')) {
  process.stderr.write(
    'Usage: pnpm tool versions FOLDER, which has the versions in the order of their names\n',
  )
  process.exit(2)
}
const base = path.resolve(process.env.INIT_CWD ?? '.', folder)
const files = findDocuments(base).sort((left, right) =>
  left.localeCompare(right, 'en', { numeric: true }),
)

const rows: string[] = []
for (const [index, now] of files.entries()) {
  const old = files[index - 1]
  if (old === undefined) continue
  const name = `${path.relative(base, old)} → ${path.relative(base, now)}`
  const { changes, diagnostics } = await diff(old, now)
  if (!changes) {
    const [first] = diagnostics
    rows.push(`| ${name} | not compared: ${first?.message ?? ''} | | | |`)
    continue
  }
  process.stdout.write(`${name}\n`)
  for (const { class: severity, line, subject, message, evidence } of changes) {
    process.stdout.write(`  ${severity} (${evidence}) ${line}: ${subject}: ${message}\n`)
  }
  const count = (name: (typeof changes)[number]['class']): number =>
    changes.filter((each) => each.class === name).length
  const unproven = changes.filter((each) => each.evidence === 'unproven').length
  const counts = [count('breaking'), count('additive'), count('docs'), unproven]
  rows.push(`| ${[name, ...counts].join(' | ')} |`)
}
const head = [
  '| versions | breaking | additive | docs | unproven |',
  '| --- | --: | --: | --: | --: |',
]
process.stdout.write(`\n${[...head, ...rows].join('\n')}\n`)
