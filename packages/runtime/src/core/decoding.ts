import type { Redact } from './redact.js'

/** Where a table of decoders has the function that makes a client decode: unused, it costs nothing. */
export const decoding: unique symbol = Symbol.for('tagwire.decoding')

/** Decoders by the name of the method whose answers, items or events they decode. */
export type ResponseDecoders<Table = object> = Table & {
  readonly [decoding]: <Client extends object>(client: Client, redact?: Redact) => Client
}

/** The client, or one that decodes what it gives; `redact` cleans the errors of decoding. */
export function decoded<Client extends object>(
  client: Client,
  { decode }: { readonly decode?: ResponseDecoders | undefined },
  redact?: Redact,
): Client {
  return decode ? decode[decoding](client, redact) : client
}
