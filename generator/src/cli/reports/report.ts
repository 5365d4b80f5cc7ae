/** One finding of a command, for reports for people and for tools. */
export interface ReportEntry {
  readonly level: 'error' | 'warning' | 'note'
  /** Its kind: `field-removed`, `drift`, `wrong-type`. */
  readonly rule: string
  readonly message: string
  readonly file?: string
  readonly line?: number
  readonly column?: number
  /** Its place for tools, which only know files in this working tree. */
  readonly near?: { readonly file: string; readonly line: number; readonly column: number }
  /** Tags for tools, used in SARIF. */
  readonly tags?: readonly string[]
  /** The heading that groups it in Markdown: `Breaking (2)`. */
  readonly section: string
}

/** The report of one command, before it is formatted. */
export interface Report {
  /** `tagwire diff`. */
  readonly name: string
  /** One sentence. */
  readonly summary: string
  readonly entries: readonly ReportEntry[]
}

export const REPORT_FORMATS = ['markdown', 'github', 'sarif', 'junit'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

export function isReportFormat(word: string | undefined): word is ReportFormat {
  return REPORT_FORMATS.some((each) => each === word)
}
