import type { Model } from '../../model/model.js'

/** Whether wallets make the calls of a service, too: EIP-1193 describes that for the methods of Ethereum. */
export function isEthereum({ operations }: Model): boolean {
  return operations.some(({ id }) => id.startsWith('eth_'))
}

/** Whether the servers take calls as URIs, as far as the document says. */
export function takesUris({ extensions, operations }: Model): boolean {
  return (
    extensions.dialect !== undefined ||
    Object.hasOwn(extensions.transports ?? {}, 'uri') ||
    operations.some(
      ({ extensions: { transports = [] }, input }) =>
        transports.includes('uri') ||
        input.parameters.some(({ encoding }) => encoding !== undefined && encoding.uri !== 'json'),
    )
  )
}
