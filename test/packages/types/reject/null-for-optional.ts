// TS2322: Type 'null' is not assignable to type 'string'
import type { Transfer } from '@tagwire/routing'

// error below
export const value: Transfer = { port: null }
