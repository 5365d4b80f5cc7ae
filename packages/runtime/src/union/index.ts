export { isOneOf } from './enum.js'
export { type KeyKind, keyTags } from './key-tags.js'
export { type Hint, type Match, type Matched, match } from './match.js'
export { type Only, pairTags, propertyTags, type Tags } from './tags.js'
