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
  readonly echoes: Readonly<
    Record<
      string,
      {
        readonly of: readonly string[]
        readonly like?: string
        readonly text: string
        readonly members?: readonly string[]
      }
    >
  >
}
