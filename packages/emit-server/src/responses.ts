import type { Content, Operation } from 'tagwire/emitter'

/** A response with a status. */
export interface Described {
  readonly status: string
  readonly contents: readonly Content[]
  readonly headers?: Operation['outputs'][number]['headers']
}

/** All responses of an operation by status; `default` may be among successes and errors. */
export function responsesOf({ outputs, failures }: Operation): Described[] {
  const byStatus = new Map<string, Described>()
  for (const { status, contents, headers } of [...outputs, ...failures]) {
    if (status === undefined || byStatus.has(status)) continue
    byStatus.set(status, { status, contents, ...(headers ? { headers } : {}) })
  }
  return [...byStatus.values()]
}

/** `200`; `undefined` for `2XX` and `default`. */
export function statusNumber(status: string): number | undefined {
  return /^\d+$/.test(status) ? Number(status) : undefined
}
