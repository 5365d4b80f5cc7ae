import { sha256 } from '../../core/sha256.js'
import { fromBase64 } from '../bytes.js'

/** The hash by which a node identifies a transaction, from its bytes or from the base64 that a node sends. */
export function txHash(tx: Uint8Array | string): string {
  return sha256(typeof tx === 'string' ? fromBase64(tx) : tx).toUpperCase()
}

/** The parts of a Cosmos SDK transaction, each of them encoded as protobuf. */
export interface TxParts {
  /** A `cosmos.tx.v1beta1.TxBody`: messages, memo, timeout. */
  readonly body: Uint8Array
  /** A `cosmos.tx.v1beta1.AuthInfo`: signers and fee. */
  readonly authInfo: Uint8Array
  readonly signatures: readonly Uint8Array[]
}

/**
 * Splits a Cosmos SDK transaction without a protobuf library: the parts are views into the given bytes.
 * Pass them to the library of your choice to decode them.
 *
 * @throws TypeError if the bytes are not such a transaction
 */
export function splitTx(tx: Uint8Array | string): TxParts {
  const bytes = typeof tx === 'string' ? fromBase64(tx) : tx
  let body: Uint8Array = bytes.subarray(0, 0)
  let authInfo: Uint8Array = body
  const signatures: Uint8Array[] = []
  for (let at = 0; at < bytes.length; ) {
    const tag = varint(bytes, at)
    if (!FIELDS.includes(tag.value)) {
      throw broken(`it has a field ${tag.value >> 3} of wire type ${tag.value & 7}`)
    }
    const length = varint(bytes, tag.end)
    const end = length.end + length.value
    if (end > bytes.length) throw broken('it ends inside a field')
    const part = bytes.subarray(length.end, end)
    if (tag.value === BODY) body = part
    else if (tag.value === AUTH_INFO) authInfo = part
    else signatures.push(part)
    at = end
  }
  return { body, authInfo, signatures }
}

// The field number and, in the last three bits, wire type 2: a length and that many bytes.
const BODY = (1 << 3) | 2
const AUTH_INFO = (2 << 3) | 2
const FIELDS = [BODY, AUTH_INFO, (3 << 3) | 2]

function varint(
  bytes: Uint8Array,
  start: number,
): { readonly value: number; readonly end: number } {
  let value = 0
  for (let at = start, shift = 0; shift < 32; at++, shift += 7) {
    const byte = bytes[at]
    if (byte === undefined) throw broken('it ends inside a number')
    value += (byte & 127) * 2 ** shift
    if (byte < 128) return { value, end: at + 1 }
  }
  throw broken('a length takes more than 32 bits')
}

function broken(why: string): TypeError {
  return new TypeError(`not a transaction of the Cosmos SDK: ${why}`)
}
