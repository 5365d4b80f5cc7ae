/** Thrown for a regular expression that cannot be run in linear time. */
export class UnsafePattern extends Error {}

/**
 * Tests texts with a regular expression in linear time; `undefined` if it is none. May throw `UnsafePattern`.
 */
export type PatternOf = (source: string) => ((text: string) => boolean) | undefined
