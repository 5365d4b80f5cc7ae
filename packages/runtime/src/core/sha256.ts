// crypto.subtle is missing on pages without TLS, so the hash of a transaction is computed here.

/** The SHA-256 digest, in hex. */
export function sha256(bytes: Uint8Array): string {
  const [constants, state] = tables()
  const padded = pad(bytes)
  const words = new Int32Array(64)
  for (let at = 0; at < padded.byteLength; at += 64) {
    compress(state, words, constants, (i) => padded.getInt32(at + 4 * i))
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

function compress(
  state: Int32Array,
  words: Int32Array,
  constants: Int32Array,
  given: (i: number) => number,
): void {
  const word = (i: number): number => words[i] ?? 0
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i++) {
    const [x, y] = [word(i - 15), word(i - 2)]
    const low = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)
    const high = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10)
    words[i] = i < 16 ? given(i) : word(i - 16) + low + word(i - 7) + high
    const choice = (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g))
    const first = (h + choice + (constants[i] ?? 0) + word(i)) | 0
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  ;[a, b, c, d, e, f, g, h].forEach((value, i) => {
    state[i] = (state[i] ?? 0) + value
  })
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

/** The message, a one bit, zeros, and the length in bits. */
function pad(bytes: Uint8Array): DataView {
  const length = Math.ceil((bytes.length + 9) / 64) * 64
  const padded = new Uint8Array(length)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setBigUint64(length - 8, BigInt(bytes.length) * 8n)
  return view
}

/** Fractions of the cube and square roots of the first primes, as the standard defines them. */
function tables(): [constants: Int32Array, state: Int32Array] {
  const primes: number[] = []
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n)
  const fraction = (root: number): number => (root % 1) * 2 ** 32
  return [
    Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
    Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
  ]
}
