/** A name of the module in the middle of data: a function of the runtime, never of a document. */
export class Name {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Plain data, as it stands in a generated module. */
export type Value =
  | string
  | number
  | boolean
  | null
  | Name
  | readonly Value[]
  | { readonly [key: string]: Value | undefined }

/** A name that another module exports: what mentions it imports it. */
export class ImportedName extends Name {
  readonly from: string

  constructor(text: string, from: string) {
    super(text)
    this.from = from
  }
}

/** What a function makes once, when the module is loaded; where nobody uses it, a bundler leaves it out. */
export class Made {
  readonly by: Name
  readonly args: readonly MadeValue[]

  constructor(by: Name, args: readonly MadeValue[]) {
    this.by = by
    this.args = args
  }
}

/** Data in which functions make something. */
export type MadeValue =
  | Value
  | Made
  | readonly MadeValue[]
  | { readonly [key: string]: MadeValue | undefined }

/** Data of a document, which is JSON whatever its file says. */
export function dataOf(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value
  }
  if (Array.isArray(value)) return value.map(dataOf)
  if (typeof value !== 'object' || value === null) return null
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, dataOf(each)]))
}
