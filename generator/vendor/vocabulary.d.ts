/** What Ajv compiles of `spec/vocabulary.schema.json`: a check of each `x-tagwire-…` extension. */
export interface Fault {
  readonly keyword: string
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
}

export interface Check {
  (value: unknown): boolean
  /** Of the last call. */
  readonly errors?: readonly Fault[] | null
}

export declare const checks: Readonly<Record<string, Check>>
