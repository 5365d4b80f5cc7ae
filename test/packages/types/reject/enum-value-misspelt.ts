// TS2367: have no overlap
import { isBridgeType } from '@tagwire/routing'

declare const value: unknown
// error below
export const found = isBridgeType(value) && value === 'ibc'
