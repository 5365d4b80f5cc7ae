// TS18048: 'operation.transfer' is possibly 'undefined'
import { type Operation, operationKind } from '@tagwire/routing'

declare const operation: Operation
// error below
if (operationKind(operation) === 'transfer') console.log(operation.transfer.port)
