/** One thing that a command found, as reports for people and for machines show it. */
export interface ReportEntry {
  readonly level: 'error' | 'warning' | 'note'
  /** What kind of thing it is: `field-removed`, `drift`, `wrong-type`. */
  readonly rule: string
  readonly message: string
  readonly file?: string
  readonly line?: number
  readonly column?: number
  /** Words for machines, as SARIF hands them on. */
  readonly tags?: readonly string[]
  /** What the Markdown groups by: `Breaking (2)`. */
  readonly section: string
}

/** What one command says, before it is written in any format. */
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
