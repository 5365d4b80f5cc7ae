import type { RpcFailure } from './errors.js'

/** One answer: it has a `result` or an `error`, and an id unless the node could not read one. */
export interface Envelope {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: RpcFailure
}

/** An envelope, or `undefined` for any other JSON. */
export function readEnvelope(value: unknown): Envelope | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const id = 'id' in value ? value.id : undefined
  if ('error' in value && value.error) return { id, error: readFailure(value.error) }
  return 'result' in value ? { id, result: value.result } : undefined
}

// Gateways answer with errors of other shapes: whatever it is, it is kept as data.
function readFailure(error: unknown): RpcFailure {
  if (typeof error === 'object' && error && 'code' in error && 'message' in error) {
    const { code, message } = error
    const data = 'data' in error ? error.data : undefined
    if (typeof code === 'number' && typeof message === 'string') return { code, message, data }
  }
  return { code: 0, message: typeof error === 'string' ? error : 'Error', data: error }
}
