export type { Problem } from '../core/errors.js'
export { anyOf, not, oneOf, when } from './choices.js'
export {
  base64,
  date,
  dateTime,
  decimal,
  duration,
  hex,
  hexBytes,
  hexLower,
  hexQuantity,
  int64,
  time,
  uint64,
  wholeNumber,
} from './formats.js'
export {
  closed,
  dependent,
  dependentRule,
  leftOut,
  map,
  matching,
  maxProperties,
  minProperties,
  propertyNames,
  required,
  rest,
} from './keys.js'
export { linearPattern, type Pattern, type PatternPart } from './linear-pattern.js'
export { contains, ifList, list, maxItems, minItems, tuple, uniqueItems } from './lists.js'
export { own } from './objects.js'
export { compose, type Fields, ifRecord, record, tracked } from './records.js'
export {
  above,
  anything,
  array,
  atLeast,
  atMost,
  below,
  bytes,
  flag,
  ifText,
  integer,
  maxLength,
  minLength,
  multipleOf,
  never,
  nothing,
  number,
  object,
  pattern,
  text,
  typed,
} from './scalars.js'
export type { StandardIssue, StandardResult, StandardSchema } from './standard.js'
export {
  email,
  hostname,
  ipv4,
  ipv6,
  jsonPointer,
  regex,
  uri,
  uriReference,
  uuid,
} from './text-formats.js'
export {
  type Seen,
  seenAll,
  seenIf,
  seenItems,
  seenLike,
  unevaluatedItems,
  unevaluatedProperties,
} from './unevaluated.js'
export { type KeyedOptions, type Kinds, keyed, kinds, tagged } from './unions.js'
export {
  type CheckOptions,
  checkOf,
  type StrictValidator,
  type Validator,
  validator,
} from './validator.js'
export { among, known } from './values.js'
export { type Check, HERE, type Key, type Walk } from './walk.js'
