/** The optional parts of a package. Every package has types, unions and enums. */
export const PARTS = ['client', 'schema', 'validate', 'decode', 'mock'] as const

export type Part = (typeof PARTS)[number]

/** `"client", "schema" and "mock"`: the parts as messages list them. */
export const PARTS_TEXT: string = PARTS.map((part) => `"${part}"`)
  .join(', ')
  .replace(/, ([^,]*)$/, ' and $1')

export function isPart(word: unknown): word is Part {
  return PARTS.some((part) => part === word)
}

/**
 * A custom emitter: a file (`./query.emitter.ts`) or a package (`@acme/tagwire-msw`, `tagwire-msw`). Other
 * names are built-in parts, or misspelled.
 */
export function isEmitterName(word: unknown): word is string {
  return (
    typeof word === 'string' &&
    /^(?:\.{1,2}\/|\/|@[^/]+\/[^/]|tagwire-).+|^[A-Za-z]:[\\/]/.test(word)
  )
}

/** What a client returns for the format `date-time`. */
export const DATE_FORMS = ['text', 'date'] as const

export type DateForm = (typeof DATE_FORMS)[number]

/** Whether a package is written, or everything in one module. */
export const OUTPUTS = ['package', 'one-file'] as const

export type Output = (typeof OUTPUTS)[number]

/** What one file has besides types and guards, if the configuration does not say. */
export const PARTS_OF_ONE_FILE: readonly Part[] = ['client']

/** Whether generated code imports `@tagwire/runtime`, or contains a copy of the files that it uses. */
export const RUNTIME_USES = ['package', 'inline'] as const

export type RuntimeUse = (typeof RUNTIME_USES)[number]

export function isRuntimeUse(word: unknown): word is RuntimeUse {
  return RUNTIME_USES.some((use) => use === word)
}
