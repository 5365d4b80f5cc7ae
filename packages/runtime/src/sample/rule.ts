/** A regular expression of a document; with a `program`, engines that backtrack may take forever for it. */
export interface SamplePattern {
  readonly source: string
  readonly flags: string
  readonly program?: unknown
}

export interface SampleText {
  readonly least?: number
  readonly most?: number
  readonly pattern?: SamplePattern
  readonly format?: string
}

export interface SampleNumber {
  readonly least?: number
  readonly most?: number
  readonly above?: number
  readonly below?: number
  readonly step?: number
}

export interface SampleList {
  readonly first?: readonly SampleRule[]
  readonly items?: SampleRule
  readonly least?: number
  readonly most?: number
  readonly unique?: true
  readonly contains?: { readonly rule: SampleRule; readonly least?: number; readonly most?: number }
  readonly unevaluated?: SampleRule
}

export interface SampleField {
  readonly name: string
  readonly rule: SampleRule
  readonly required?: boolean
  /** Only received, or only sent. */
  readonly flow?: 'read' | 'write'
}

export interface SampleRecord {
  readonly fields?: readonly SampleField[]
  readonly required?: readonly string[]
  readonly patterns?: readonly { readonly name: SamplePattern; readonly rule: SampleRule }[]
  readonly rest?: SampleRule
  readonly names?: SampleRule
  readonly least?: number
  readonly most?: number
  readonly dependents?: readonly { readonly name: string; readonly others: readonly string[] }[]
  readonly dependentRules?: readonly { readonly name: string; readonly rule: SampleRule }[]
  readonly unevaluated?: SampleRule
}

export interface SampleTag {
  readonly tag: string
  readonly tagValue?: number | boolean
  readonly member: number
  readonly unit?: true
}

export interface SampleChoice {
  /** Exactly one member is valid, or at least one. */
  readonly holds?: 'one' | 'any'
  readonly members: readonly SampleRule[]
  readonly tagging?: {
    readonly style: 'key' | 'property' | 'pair'
    readonly property?: string
    readonly tags: readonly SampleTag[]
  }
}

/** The exact constraints of a schema, as data; all parts apply. The generator's rules have this form, and more. */
export interface SampleRule {
  readonly never?: true
  readonly nullable?: true
  readonly types?: readonly string[]
  readonly values?: readonly unknown[]
  readonly open?: true | 'always'
  readonly text?: SampleText
  readonly number?: SampleNumber
  readonly list?: SampleList
  readonly record?: SampleRecord
  readonly reference?: string
  readonly all?: readonly SampleRule[]
  readonly choices?: readonly SampleChoice[]
  readonly not?: SampleRule
  readonly when?: {
    readonly condition: SampleRule
    readonly met?: SampleRule
    readonly unmet?: SampleRule
  }
}

/** The rules that references lead to, and examples of the document for them. */
export interface SampleSource {
  readonly rules: Readonly<Record<string, SampleRule>>
  readonly examples?: Readonly<Record<string, unknown>>
}
