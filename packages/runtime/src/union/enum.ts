/** Whether a value is one of a list; the guards of open enums use it. */
export function isOneOf<const Value>(values: readonly Value[], value: unknown): value is Value {
  const all: readonly unknown[] = values
  return all.includes(value)
}
