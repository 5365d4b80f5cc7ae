import type { Finding } from 'tagwire'

/** What one run of the generator gave. */
export interface Made {
  readonly ok: boolean
  readonly version: string
  readonly operations: number
  readonly types: number
  readonly unions: Unions
  readonly diagnostics: readonly Finding[]
  readonly seconds: number
  readonly mb: number
}

export interface Unions {
  readonly key: number
  readonly property: number
  readonly pair: number
  readonly untagged: number
}

export interface DocumentReport extends Omit<Made, 'ok'> {
  readonly document: string
  /** `refused`: the document has errors. `broken`: our fault. */
  readonly status: 'ok' | 'refused' | 'broken'
  readonly typeErrors: number
  readonly files: number
  readonly lines: number
  /** What broke, in a line. */
  readonly fault?: string
}

export interface CorpusReport {
  readonly documents: readonly DocumentReport[]
  readonly total: Omit<DocumentReport, 'document' | 'version' | 'status' | 'diagnostics'> & {
    readonly documents: number
    readonly ok: number
    readonly refused: number
    readonly broken: number
  }
}

export function totalOf(documents: readonly DocumentReport[]): CorpusReport['total'] {
  const sum = (value: (each: DocumentReport) => number): number =>
    documents.reduce((total, each) => total + value(each), 0)
  const having = (status: DocumentReport['status']): number =>
    documents.filter((each) => each.status === status).length
  return {
    documents: documents.length,
    ok: having('ok'),
    refused: having('refused'),
    broken: having('broken'),
    typeErrors: sum((each) => each.typeErrors),
    operations: sum((each) => each.operations),
    types: sum((each) => each.types),
    unions: {
      key: sum((each) => each.unions.key),
      property: sum((each) => each.unions.property),
      pair: sum((each) => each.unions.pair),
      untagged: sum((each) => each.unions.untagged),
    },
    seconds: sum((each) => each.seconds),
    mb: Math.max(0, ...documents.map((each) => each.mb)),
    files: sum((each) => each.files),
    lines: sum((each) => each.lines),
  }
}

/** The report for other programs: only these members. A crash is included as a diagnostic. */
export function jsonText({ documents, total }: CorpusReport): string {
  const read = documents.map((each) => ({
    document: each.document,
    version: each.version,
    status: each.status,
    typeErrors: each.typeErrors,
    diagnostics: [...each.diagnostics, ...brokenFinding(each)],
    unions: each.unions,
    operations: each.operations,
    seconds: each.seconds,
    mb: each.mb,
    files: each.files,
    lines: each.lines,
  }))
  return JSON.stringify({ documents: read, total }, undefined, 2)
}

function brokenFinding({ fault }: DocumentReport): Finding[] {
  if (fault === undefined) return []
  return [{ code: 'TW9001', severity: 'error', message: fault, help: 'Mend the generator.' }]
}

const HEAD = [
  'document',
  'version',
  'status',
  'operations',
  'types',
  'key',
  'property',
  'pair',
  'untagged',
  'seconds',
  'MB',
  'files',
  'lines',
  'errors',
]

export function tableText({ documents, total }: CorpusReport): string {
  const rows = documents.map((each) => [
    each.document,
    each.version,
    each.status,
    ...numbers(each),
    String(each.status === 'refused' ? errorsOf(each) : each.typeErrors),
  ])
  const last = [
    `total ${total.documents}`,
    '',
    `${total.ok} ok, ${total.refused} refused, ${total.broken} broken`,
    ...numbers(total),
    String(total.typeErrors),
  ]
  const all = [HEAD, ...rows, last]
  const widths = HEAD.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  return all
    .map((row) =>
      row
        .map((text, at) => pad(text, widths[at] ?? 0, at < 3))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function pad(text: string, width: number, left: boolean): string {
  return left ? text.padEnd(width) : text.padStart(width)
}

function numbers(
  each: Pick<
    DocumentReport,
    'operations' | 'types' | 'unions' | 'seconds' | 'mb' | 'files' | 'lines'
  >,
): string[] {
  const { key, property, pair, untagged } = each.unions
  return [
    each.operations,
    each.types,
    key,
    property,
    pair,
    untagged,
    each.seconds.toFixed(2),
    Math.round(each.mb),
    each.files,
    each.lines,
  ].map(String)
}

export function errorsOf({ diagnostics }: Pick<DocumentReport, 'diagnostics'>): number {
  return diagnostics.filter((each) => each.severity === 'error').length
}
