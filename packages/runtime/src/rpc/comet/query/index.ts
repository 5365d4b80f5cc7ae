export { type EventQuery, eventQuery, type QueryMoment, type QueryOperands } from './build.js'
export { type EventKeys, matchesQuery } from './match.js'
export {
  type Condition,
  formatQuery,
  normaliseQuery,
  parseQuery,
  type QueryOperator,
  type QueryValue,
} from './parse.js'
