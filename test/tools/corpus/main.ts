import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findDocuments } from './find.js'
import { changesSince, type Frozen, freeze, frozenText, readFrozen } from './freeze.js'
import { fetchPackages, PACKAGES } from './packages.js'
import { type CorpusReport, type DocumentReport, jsonText, tableText, totalOf } from './report.js'
import { tryDocument } from './try-document.js'
import { typesOfDocument } from './types-of-document.js'

const cache = fileURLToPath(new URL('../../../.cache/corpus', import.meta.url))

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'boolean' },
    packages: { type: 'boolean' },
    freeze: { type: 'string' },
    against: { type: 'string' },
    types: { type: 'boolean' },
    help: { type: 'boolean' },
  },
  allowPositionals: true,
})
const [folder] = positionals
if (values.help || (folder === undefined) !== Boolean(values.packages)) {
  process.stderr.write(
    [
      'Usage: pnpm corpus FOLDER [--json]',
      '       pnpm corpus FOLDER --freeze FILE | --against FILE',
      '       pnpm corpus FOLDER --types',
      '       with --packages instead of FOLDER: the documents in packages.txt',
      '',
    ].join('\n'),
  )
  process.exit(values.help ? 0 : 2)
}

function fromCaller(name: string): string {
  return path.resolve(process.env.INIT_CWD ?? '.', name)
}

rmSync(cache, { recursive: true, force: true })
const fetched = path.join(cache, '..', 'corpus-packages')
const base = folder === undefined ? fetched : fromCaller(folder)
const files = folder === undefined ? await fetchPackages(PACKAGES, base) : findDocuments(base)

/** Packages before and after a change of the generator that should change none of them. */
async function freezeAll(): Promise<Frozen> {
  const frozen: Record<string, Frozen[string]> = {}
  for (const file of files) {
    const document = path.relative(base, file)
    frozen[document] = await freeze(file, path.join(cache, document.replace(/[^A-Za-z0-9]+/g, '-')))
    process.stderr.write(`${document}\n`)
  }
  return frozen
}

async function tryAll(): Promise<CorpusReport> {
  const documents: DocumentReport[] = []
  for (const file of files) {
    const report = await tryDocument(file, path.relative(base, file), cache)
    documents.push(report)
    process.stderr.write(`${report.status.padEnd(7)} ${report.document}\n`)
  }
  return { documents, total: totalOf(documents) }
}

/** The types that do not follow from the rules of their schemas alone. */
async function compareTypes(): Promise<void> {
  let [all, same] = [0, 0]
  for (const file of files) {
    const { types, differing } = await typesOfDocument(file)
    all += types
    same += types - differing.length
    for (const { name, type, fromRule } of differing) {
      process.stdout.write(`${path.relative(base, file)} ${name}\n  ${type}\n  ${fromRule}\n`)
    }
  }
  process.stdout.write(`${same} of ${all} types follow from rules\n`)
}

if (values.types) {
  await compareTypes()
} else if (values.freeze !== undefined) {
  writeFileSync(fromCaller(values.freeze), frozenText(await freezeAll()))
} else if (values.against !== undefined) {
  const before = readFrozen(readFileSync(fromCaller(values.against), 'utf8'))
  const changes = changesSince(before, await freezeAll())
  process.stdout.write(`${changes.length} of ${files.length} changed\n${changes.join('\n')}\n`)
  process.exitCode = changes.length > 0 ? 1 : 0
} else {
  const report = await tryAll()
  process.stdout.write(values.json ? `${jsonText(report)}\n` : `${tableText(report)}\n`)
  for (const each of report.documents) {
    if (each.fault !== undefined) process.stderr.write(`${each.document}: ${each.fault}\n`)
  }
  process.exitCode = report.total.broken > 0 ? 1 : 0
}
