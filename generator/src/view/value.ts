/** An identifier inside data: a function of the runtime, never text of a document. */
export class Name {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Plain data, as it is printed in a generated module. */
export type Value =
  | string
  | number
  | boolean
  | null
  | Name
  | readonly Value[]
  | { readonly [key: string]: Value | undefined }

/** A name that another module exports. Every module that uses it imports it. */
export class ImportedName extends Name {
  readonly from: string

  constructor(text: string, from: string) {
    super(text)
    this.from = from
  }
}

/**
 * A value that a function creates once, when the module is loaded; bundlers drop it if it is
 * unused.
 */
export class Made {
  readonly by: Name
  readonly args: readonly MadeValue[]

  constructor(by: Name, args: readonly MadeValue[]) {
    this.by = by
    this.args = args
  }
}

/** Data that contains calls. */
export type MadeValue =
  | Value
  | Made
  | readonly MadeValue[]
  | { readonly [key: string]: MadeValue | undefined }

/** Data from a document: JSON, whatever the format of its file. */
export function dataOf(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value
  }
  if (Array.isArray(value)) return value.map(dataOf)
  if (typeof value !== 'object' || value === null) return null
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, dataOf(each)]))
}
