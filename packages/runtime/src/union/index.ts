export { isOneOf } from './enum.js'
export { type KeyKind, keyTags } from './key-tags.js'
export { type Match, match } from './match.js'
export { type Only, pairTags, propertyTags, type Tags } from './tags.js'
