// TS2561: Did you mean to write 'route'?
import { mockRouting } from '@tagwire/routing/mock'

export const fetch = mockRouting({
  // error below
  rout: () => new Response(),
})
