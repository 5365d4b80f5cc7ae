// The size of a program that makes one `route` call. `--modules` lists the modules of the first one.
import { rolldown } from 'rolldown'
import { printSizes } from '../bundled.mjs'
import { heyApi } from './prepare.mjs'

const sdk = await heyApi()
const programs = {
  '@tagwire/routing': `import { createRoutingClient } from '@tagwire/routing'
    createRoutingClient().route({}).then(console.log)`,
  '@tagwire/routing, connected': `import { connectRouting, operations } from '@tagwire/routing'
    connectRouting().call(operations.route, {}).then(console.log)`,
  'openapi-fetch alone': `import createClient from 'openapi-fetch'
    createClient({ baseUrl: 'https://api.skip.build' })
      .POST('/v2/fungible/route', { body: {} }).then(console.log)`,
  'hey-api': `import { route } from ${JSON.stringify(sdk)}
    route({ body: {} }).then(console.log)`,
  '@skip-go/client, route': `import { route } from '@skip-go/client'
    route({}).then(console.log)`,
  '@tagwire/routing, every name': `export * from '@tagwire/routing'`,
}

const title = 'bundle of one route call, kB'
await printSizes({ rolldown, folder: import.meta.dirname, title, programs })
