/* As much of protobuf as a node and these tests say to each other. */

export interface Field {
  readonly number: number
  /** Integers are bigints. */
  readonly value: bigint | Buffer
}

/** The fields of a record, in order. */
export function fieldsOf(record: Buffer): Field[] {
  const fields: Field[] = []
  for (let at = 0; at < record.length; ) {
    const tag = readVarint(record, at)
    const number = Number(tag.value >> 3n)
    const kind = Number(tag.value & 7n)
    if (kind === 0) {
      const { value, end } = readVarint(record, tag.end)
      fields.push({ number, value })
      at = end
      continue
    }
    const size = kind === 2 ? readVarint(record, tag.end) : { value: widths[kind], end: tag.end }
    if (size.value === undefined) throw new Error(`No field begins with ${tag.value}`)
    at = size.end + Number(size.value)
    fields.push({ number, value: record.subarray(size.end, at) })
  }
  return fields
}

const widths: Readonly<Record<number, bigint>> = { 1: 8n, 5: 4n }

/** The records at the beginning of what has arrived, each after its length, and the rest. */
export function recordsIn(arrived: Buffer): { readonly records: Buffer[]; readonly rest: Buffer } {
  const records: Buffer[] = []
  let rest = arrived
  for (;;) {
    // An unfinished length is read as shorter than it is, and then too little has arrived as well.
    const { value, end } = readVarint(rest, 0)
    const next = end + Number(value)
    if (rest.length === 0 || rest.length < next) return { records, rest }
    records.push(rest.subarray(end, next))
    rest = rest.subarray(next)
  }
}

function readVarint(bytes: Buffer, start: number): { value: bigint; end: number } {
  let value = 0n
  for (let at = start, shift = 0n; ; at++, shift += 7n) {
    const byte = bytes[at] ?? 0
    value |= BigInt(byte & 127) << shift
    if (byte < 128) return { value, end: at + 1 }
  }
}

export function withLength(record: Uint8Array): Buffer {
  return Buffer.concat([varint(BigInt(record.length)), record])
}

export function varintField(number: number, value: bigint): Buffer {
  return Buffer.concat([varint(BigInt(number << 3)), varint(value)])
}

export function fixedField(number: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64LE(value)
  return Buffer.concat([varint(BigInt((number << 3) | 1)), bytes])
}

export function bytesField(number: number, bytes: Uint8Array): Buffer {
  return Buffer.concat([varint(BigInt((number << 3) | 2)), withLength(bytes)])
}

function varint(value: bigint): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
  return Buffer.from([...bytes, Number(rest)])
}
