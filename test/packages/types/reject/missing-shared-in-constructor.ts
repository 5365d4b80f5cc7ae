// TS2345: is not assignable to parameter of type 'OperationShared
import { operationTransfer } from '@tagwire/routing'

// error below
export const value = operationTransfer({}, { tx_index: 0 })
