// TS2367: have no overlap
import { operationKind } from '@tagwire/routing'

// error below
export const swaps = operationKind({}) === 'swop'
