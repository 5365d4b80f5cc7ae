// `http`, `uri` and the rest of JSON-RPC are the same; what a node needs otherwise replaces its namesake there.
export * from '../index.js'
export { attribute, attributeValues, type HasAttributes } from './attributes.js'
// Generated clients name it the same for every dialect.
export { type CometClientOptions, createCometClient as createRpcClient } from './client.js'
export {
  createHistory,
  type History,
  type HistoryOptions,
  type HistoryProgress,
} from './history/history.js'
export {
  type Condition,
  type EventKeys,
  type EventQuery,
  eventQuery,
  formatQuery,
  matchesQuery,
  normaliseQuery,
  parseQuery,
  type QueryMoment,
  type QueryOperands,
  type QueryOperator,
  type QueryValue,
} from './query/index.js'
export { fallback, mockTransport, webSocket } from './transports.js'
export { splitTx, type TxParts, txHash } from './tx.js'
