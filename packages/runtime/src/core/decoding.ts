/** Where a table of decoders has the function that makes a client decode: unused, it costs nothing. */
export const decoding: unique symbol = Symbol.for('tagwire.decoding')

/** Decoders by the name of the method whose answers, items or events they decode. */
export type ResponseDecoders<Table = object> = Table & {
  readonly [decoding]: <Client extends object>(client: Client) => Client
}

/** The client, or one that decodes what it gives. */
export function decoded<Client extends object>(
  client: Client,
  { decode }: { readonly decode?: ResponseDecoders | undefined },
): Client {
  return decode ? decode[decoding](client) : client
}
