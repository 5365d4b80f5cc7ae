import type { CallOptions } from '../options.js'

/** Options of a call whose body has another content type than the default. */
export type SendAs<Type extends string, Options = CallOptions> = Options & {
  /** The content type that the body is sent as. */
  readonly contentType: Type
}

/** Options of a call whose body has the default content type unless `contentType` is given. */
export type MaySendAs<Type extends string, Options = CallOptions> = Options & {
  /** The content type that the body is sent as. */
  readonly contentType?: Type | undefined
}

/** The same arguments with another body. */
export type WithBody<Input, Body> = Omit<Input, 'body'> & { body: Body }
