/** The world as data: what `@tagwire/routing/mock` answers with. Its form may change with any version. */
export declare const world: {
  readonly parts: Readonly<Record<string, unknown>>
  /** Rules by operation. */
  readonly answers: Readonly<Record<string, readonly object[]>>
  readonly modes: Readonly<
    Record<
      string,
      {
        readonly description: string
        readonly insert: Readonly<
          Record<string, readonly { readonly at: string; readonly item: unknown }[]>
        >
      }
    >
  >
  /** What can happen to a transaction, with its description. */
  readonly outcomes: Readonly<Record<string, string>>
  readonly requires: Readonly<
    Record<
      string,
      readonly {
        readonly numbers?: readonly string[]
        readonly above?: string
        readonly keys?: string
        readonly names?: string
        readonly status: number
        readonly answer: unknown
      }[]
    >
  >
  readonly earlier: Readonly<Record<string, unknown>>
  readonly echoes: Readonly<
    Record<
      string,
      {
        readonly of: readonly string[]
        readonly like?: string
        readonly text: string
        readonly by?: string
        readonly members?: readonly string[]
      }
    >
  >
}
