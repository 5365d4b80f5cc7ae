import { rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findDocuments } from './find.js'
import { fetchPackages, PACKAGES } from './packages.js'
import { type CorpusReport, type DocumentReport, jsonText, tableText, totalOf } from './report.js'
import { tryDocument } from './try-document.js'

const cache = fileURLToPath(new URL('../../../.cache/corpus', import.meta.url))

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'boolean' },
    packages: { type: 'boolean' },
    help: { type: 'boolean' },
  },
  allowPositionals: true,
})
const [folder] = positionals
if (values.help || (folder === undefined) !== Boolean(values.packages)) {
  process.stderr.write(
    'Usage: pnpm corpus FOLDER [--json]\n       pnpm corpus --packages [--json]\n',
  )
  process.exit(values.help ? 0 : 2)
}

rmSync(cache, { recursive: true, force: true })
const fetched = path.join(cache, '..', 'corpus-packages')
const base = folder === undefined ? fetched : path.resolve(process.env.INIT_CWD ?? '.', folder)
const files = folder === undefined ? await fetchPackages(PACKAGES, base) : findDocuments(base)
const documents: DocumentReport[] = []
for (const file of files) {
  const report = await tryDocument(file, path.relative(base, file), cache)
  documents.push(report)
  process.stderr.write(`${report.status.padEnd(7)} ${report.document}\n`)
}
const report: CorpusReport = { documents, total: totalOf(documents) }
process.stdout.write(values.json ? `${jsonText(report)}\n` : `${tableText(report)}\n`)
for (const each of documents) {
  if (each.fault !== undefined) process.stderr.write(`${each.document}: ${each.fault}\n`)
}
process.exitCode = report.total.broken > 0 ? 1 : 0
