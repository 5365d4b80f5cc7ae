// TS2322: is not assignable to type 'Promise<Response>'
import type { Middleware } from '@tagwire/routing'

export const forgetful: Middleware = {
  name: 'forgetful',
  // error below
  async attempt(_, next) {
    await next()
  },
}
