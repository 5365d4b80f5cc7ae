/** Whether a value is one of a list: what the guards of open enumerations are made of. */
export function isOneOf<const Value>(values: readonly Value[], value: unknown): value is Value {
  const all: readonly unknown[] = values
  return all.includes(value)
}
