import { isRecord } from '../arguments/records.js'
import type { McpService, OperationSource } from './service.js'

/**
 * Integers that JavaScript rounds are sent in a body as the client's own JSON reads them, and everywhere
 * else as their decimal text.
 */
export function withExactIntegers(
  service: McpService,
  tool: OperationSource,
  wire: unknown,
): unknown {
  if (!hasWide(wire)) return wire
  if (tool.body) return exactBody(service, wire)
  if (!isRecord(wire)) return wire
  return Object.fromEntries(
    Object.entries(wire).map(([name, value]) => [
      name,
      name === 'body' ? exactBody(service, value) : texts(value),
    ]),
  )
}

function hasWide(value: unknown): boolean {
  if (typeof value === 'bigint') return true
  if (typeof value !== 'object' || value === null || value instanceof Blob) return false
  return Object.values(value).some(hasWide)
}

/** Marks strings whose quotes have to be removed, with a character that nobody sends. */
const MARK = '\ue000'

function exactBody({ json }: McpService, value: unknown): unknown {
  if (!json) return texts(value)
  const text = JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'bigint' ? `${MARK}${each}${MARK}` : each,
  )
  return json.parse(text.replace(/"\ue000(-?\d+)\ue000"/g, '$1'))
}

function texts(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return value.map(texts)
  if (!isRecord(value) || value instanceof Blob) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, texts(each)]))
}
