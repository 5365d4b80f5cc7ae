const TEXT = 1
const CONTINUED = 0

/** Longer messages are forwarded, but not recorded. */
const LONGEST = 1_000_000

/**
 * Reads the text messages of one direction of a WebSocket (RFC 6455) as its bytes pass by. There are no
 * extensions, since the proxy removes them from the handshake.
 */
export function createFrameReader(onText: (text: string) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let skip = 0
  let parts: Buffer[] = []
  let isText = false

  const take = (): boolean => {
    const head = headOf(rest)
    if (!head) return false
    const { opcode, final, start, length, mask } = head
    const isData = opcode === TEXT || opcode === CONTINUED
    if (length > LONGEST) {
      skip = start + length
      parts = []
      isText = false
      return true
    }
    if (rest.length < start + length) return false
    const payload = Buffer.from(rest.subarray(start, start + length))
    rest = rest.subarray(start + length)
    if (mask)
      for (let at = 0; at < payload.length; at++)
        payload[at] = (payload[at] ?? 0) ^ (mask[at % 4] ?? 0)
    if (opcode === TEXT) isText = true
    else if (opcode !== CONTINUED && opcode < 8) isText = false
    if (isData) parts.push(payload)
    if (isData && final) {
      if (isText) onText(Buffer.concat(parts).toString('utf8'))
      parts = []
      isText = false
    }
    return true
  }

  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    do {
      const skipped = Math.min(skip, rest.length)
      skip -= skipped
      rest = rest.subarray(skipped)
    } while (skip === 0 && rest.length > 0 && take())
  }
}

interface Head {
  readonly opcode: number
  readonly final: boolean
  /** The offset of the payload. */
  readonly start: number
  readonly length: number
  readonly mask?: Buffer
}

/** The header of a frame, once it is complete. */
function headOf(bytes: Buffer): Head | undefined {
  if (bytes.length < 2) return undefined
  const [first = 0, second = 0] = bytes
  const short = second & 127
  const after = short === 127 ? 10 : short === 126 ? 4 : 2
  const isMasked = (second & 128) !== 0
  const start = after + (isMasked ? 4 : 0)
  if (bytes.length < start) return undefined
  const length =
    short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short
  return {
    opcode: first & 15,
    final: (first & 128) !== 0,
    start,
    length,
    ...(isMasked ? { mask: bytes.subarray(after, start) } : {}),
  }
}
