/** The types that JSON Schema has for values of JSON. */
export const JSON_TYPES = [
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
] as const

export type JsonType = (typeof JSON_TYPES)[number]

export type Dictionary = Readonly<Record<string, unknown>>

export function isDictionary(value: unknown): value is Dictionary {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isJsonType(type: unknown): type is JsonType {
  return JSON_TYPES.some((each) => each === type)
}

export function isOfType(value: unknown, type: JsonType): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'object') return isDictionary(value)
  return typeof value === type
}

/**
 * Whether a value is of the `type` of a schema, or of one of them. The schema itself may be wrong: a type
 * that does not exist is reported elsewhere and accepts every value, as if there were none.
 */
export function matchesType(value: unknown, type: unknown): boolean {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type]
  return types.length === 0 || types.some((each) => !isJsonType(each) || isOfType(value, each))
}

/** JSON text with sorted keys, without the ignored ones: equal for equal values. */
export function canonical(
  value: unknown,
  leavesOut: (key: string) => boolean = () => false,
): string {
  const text = JSON.stringify(value, (_, each: unknown) =>
    isDictionary(each)
      ? Object.fromEntries(
          Object.entries(each)
            .filter(([key]) => !leavesOut(key))
            .sort(([left], [right]) => (left < right ? -1 : 1)),
        )
      : each,
  )
  return text ?? 'undefined'
}
