import type { CallOptions } from '../options.js'

/** Options of a call whose body is of another type than the usual one. */
export type SendAs<Type extends string, Options = CallOptions> = Options & {
  /** The content type that the body is sent as. */
  readonly contentType: Type
}

/** Options of a call whose body has the usual type unless `contentType` says otherwise. */
export type MaySendAs<Type extends string, Options = CallOptions> = Options & {
  /** The content type that the body is sent as. */
  readonly contentType?: Type | undefined
}

/** The same arguments with another body. */
export type WithBody<Input, Body> = Omit<Input, 'body'> & { body: Body }
