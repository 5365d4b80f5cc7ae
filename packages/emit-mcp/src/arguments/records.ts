export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An own member: inherited members are not part of the input. */
export function ownValue(value: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(value, name)?.value
}

/** The properties of an object that have a value. */
export function givenEntries(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, each]) => each !== undefined)
}
