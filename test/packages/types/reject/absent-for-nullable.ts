// TS2741: Property 'pub_key' is missing
import type { Validator } from '@tagwire/node-rpc'

declare const whole: Validator
const { pub_key: _, ...rest } = whole
// error below
export const value: Validator = rest
