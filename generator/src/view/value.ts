/** A name in the middle of data: never of a document. */
export class Name {
  readonly text: string
  /** The module that exports it, where the one that is written does not declare it. */
  readonly from: string | undefined

  constructor(text: string, from?: string) {
    this.text = text
    this.from = from
  }
}

/** What a function makes once, when the module is loaded; where nobody uses it, a bundler leaves it out. */
export class Made {
  readonly by: Name
  readonly args: readonly Value[]

  constructor(by: Name, args: readonly Value[]) {
    this.by = by
    this.args = args
  }
}

/** Plain data, as it stands in a generated module. */
export type Value =
  | string
  | number
  | boolean
  | null
  | Name
  | Made
  | readonly Value[]
  | { readonly [key: string]: Value | undefined }

/** Data of a document, which is JSON whatever its file says. */
export function dataOf(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value
  }
  if (Array.isArray(value)) return value.map(dataOf)
  if (typeof value !== 'object' || value === null) return null
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, dataOf(each)]))
}
