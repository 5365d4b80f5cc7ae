// TS2379: is not assignable to parameter of type 'OperationTransfer'
import type { Operation, OperationTransfer } from '@tagwire/routing'

declare const operation: Operation
declare function carry(value: OperationTransfer): void
// error below
if ('transfer' in operation) carry(operation)
