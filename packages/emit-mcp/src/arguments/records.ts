export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A member of the object itself: what objects inherit is nothing that somebody gave. */
export function ownValue(value: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(value, name)?.value
}

/** The members of an object that hold something. */
export function givenEntries(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, each]) => each !== undefined)
}
