// TS2379: is not assignable to parameter of type 'OperationShared
import { type Operation, operationSwap, type Swap } from '@tagwire/routing'

declare const operation: Operation
declare const swap: Swap

// error below
export const value = operationSwap(swap, operation)
