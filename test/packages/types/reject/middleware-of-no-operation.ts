// TS2367: have no overlap
import type { Middleware } from '@tagwire/routing'

export const log: Middleware = {
  name: 'log',
  async call({ operation }, next) {
    // error below
    if (operation.id === 'routes') console.log('never')
    return next()
  },
}
