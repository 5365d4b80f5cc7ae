/**
 * Which enumerations of strings admit others than they list: those that an answer can hold, all, or
 * none. What the document says with `x-tagwire-open` always counts.
 */
export const ENUM_OPENNESS = ['answers', 'open', 'closed'] as const
export type EnumOpenness = (typeof ENUM_OPENNESS)[number]
