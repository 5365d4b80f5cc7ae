/** Selects operations: an operation has to match at least one entry of every list that is set. */
export interface Selection {
  readonly tags?: readonly string[]
  /** Paths of HTTP operations: `*` matches one segment, `**` any number of them. */
  readonly paths?: readonly string[]
  /** `get`, `post`, … */
  readonly methods?: readonly string[]
  /** Values of `operationId`, or names of JSON-RPC methods; `*` matches any characters. */
  readonly operations?: readonly string[]
}

export interface OperationFilter {
  readonly include?: Selection
  readonly exclude?: Selection
}
