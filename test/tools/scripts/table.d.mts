export interface Script {
  readonly about: string
  /** What has to be there: all packages, or only generator, runtime and emit-docs. */
  readonly before?: 'build' | 'build-tools'
  /** Commands; arguments are passed to the last. */
  readonly steps: readonly string[]
}

export declare const benches: Readonly<Record<string, Script>>
export declare const tools: Readonly<Record<string, Script>>
