// `http`, `uri` and most of the rest are the same as for any JSON-RPC server; exports that differ for a node
// have the same names as the general ones.
export * from '../index.js'
export { attribute, attributeValues, type HasAttributes } from './attributes.js'
// Generated clients use the same name for every dialect.
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
