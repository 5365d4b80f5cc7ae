/**
 * Which string enums accept values that they do not list: those that a response can contain, all, or none.
 * `x-tagwire-open` in the document takes precedence.
 */
export const ENUM_OPENNESS = ['answers', 'open', 'closed'] as const
export type EnumOpenness = (typeof ENUM_OPENNESS)[number]
