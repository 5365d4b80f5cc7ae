/** Which operations are meant: each list that is given has to name one thing of an operation. */
export interface Selection {
  readonly tags?: readonly string[]
  /** Paths of HTTP operations: `*` stands for one segment, `**` for any number of them. */
  readonly paths?: readonly string[]
  /** `get`, `post`, … */
  readonly methods?: readonly string[]
  /** Values of `operationId`, or names of JSON-RPC methods; `*` stands for any characters. */
  readonly operations?: readonly string[]
}

export interface OperationFilter {
  readonly include?: Selection
  readonly exclude?: Selection
}
