import type { Reply } from '../reply.js'
import type { NodeResponse } from './types.js'

/** Texts and bytes are written at once, everything else as a stream. */
export async function writeNode(
  { status, headers, body }: Reply,
  outgoing: NodeResponse,
  isLast: boolean,
): Promise<void> {
  const isWhole = body === null || typeof body === 'string' || ArrayBuffer.isView(body)
  const isStream = body instanceof ReadableStream
  // The platform knows the content type of a form, and how its parts are separated.
  const made = isWhole || isStream ? undefined : new Response(body)
  const stream = isStream ? body : made?.body
  if (outgoing.destroyed) {
    await stream?.cancel()
    return
  }
  outgoing.statusCode = status
  const own = made?.headers.get('content-type')
  if (own && headers.get('content-type') === null) outgoing.setHeader('content-type', own)
  if (body instanceof Blob) outgoing.setHeader('content-length', `${body.size}`)
  writeHeaders(headers.pairs, outgoing)
  if (isLast) outgoing.setHeader('connection', 'close')
  if (stream) return writeStream(stream, outgoing)
  if (typeof body === 'string') outgoing.end(body)
  else if (ArrayBuffer.isView(body)) outgoing.end(bytesOf(body))
  else outgoing.end()
}

function writeHeaders(pairs: Reply['headers']['pairs'], outgoing: NodeResponse): void {
  const several = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    const values = several.get(name)
    if (values) values.push(value)
    else several.set(name, [value])
  }
  for (const [name, values] of several) {
    const [only = '', ...more] = values
    if (more.length === 0) outgoing.setHeader(name, only)
    else outgoing.setHeader(name, name === 'set-cookie' ? values : values.join(', '))
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

async function writeStream(
  body: ReadableStream<Uint8Array>,
  outgoing: NodeResponse,
): Promise<void> {
  const reader = body.getReader()
  const stop = (): void => void reader.cancel().catch(() => {})
  let isSent: Promise<void> = Promise.resolve()
  outgoing.on('close', stop)
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (done) break
      let hasRoom = true
      isSent = new Promise((resolve) => {
        hasRoom = outgoing.write(value, () => resolve())
      })
      if (!hasRoom) await drained(outgoing)
      if (outgoing.destroyed) return
    }
    outgoing.end()
  } catch {
    // The status is sent, so only a connection that breaks off shows that the body is incomplete. What there was before
    // the error is the caller's.
    await isSent
    outgoing.destroy()
  } finally {
    outgoing.off('close', stop)
  }
}

function drained(outgoing: NodeResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.off('drain', done)
      outgoing.off('close', done)
      resolve()
    }
    outgoing.on('drain', done)
    outgoing.on('close', done)
  })
}
