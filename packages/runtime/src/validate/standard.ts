/** Standard Schema, version 1: the interface through which forms, routers and other libraries accept validators. */
export interface StandardSchema<Type> {
  readonly '~standard': StandardProps<Type>
}

export interface StandardProps<Type> {
  readonly version: 1
  readonly vendor: string
  readonly validate: (value: unknown) => StandardResult<Type>
  readonly types?: { readonly input: Type; readonly output: Type } | undefined
}

export type StandardResult<Type> =
  | { readonly value: Type; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

export interface StandardIssue {
  readonly message: string
  readonly path: readonly PropertyKey[]
}
