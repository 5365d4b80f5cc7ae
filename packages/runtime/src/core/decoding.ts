import type { Redact } from './redact.js'

/** The key under which a table of decoders holds `decodeClient`, so that it is bundled only if used. */
export const decoding: unique symbol = Symbol.for('tagwire.decoding')

/** Decoders by the name of the method whose answers, items or events they decode. */
export type ResponseDecoders<Table = object> = Table & {
  readonly [decoding]: <Client extends object>(client: Client, redact?: Redact) => Client
}

/** The client itself, or one that decodes its results; `redact` cleans the errors of decoding. */
export function decoded<Client extends object>(
  client: Client,
  { decode }: { readonly decode?: ResponseDecoders | undefined },
  redact?: Redact,
): Client {
  if (decode === undefined) return client
  if (!Object(decode)[decoding]) throw new TypeError('decode takes responseDecoders')
  return decode[decoding](client, redact)
}
