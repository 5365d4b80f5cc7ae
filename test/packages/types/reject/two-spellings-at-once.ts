// TS2322: is not assignable to type 'PostHandler'
import type { PostHandler } from '@tagwire/routing'

// error below
export const value: PostHandler = { autpilot_msg: {}, autopilot_msg: {} }
