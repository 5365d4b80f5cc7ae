// What a program carries that makes one `route` call: minified and compressed, dependencies included.
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
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

const explained = process.argv.includes('--modules')
console.log('bundle of one route call, kB      minified      gzip')
for (const [name, contents] of Object.entries(programs)) {
  const bundle = await rolldown({
    input: 'program',
    platform: 'browser',
    logLevel: 'silent',
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === 'program' ? path.join(import.meta.dirname, 'program.js') : null),
        load: (id) => (id.endsWith('program.js') ? contents : null),
      },
    ],
  })
  const { output } = await bundle.generate({ minify: true })
  const [{ code, modules }] = output
  const size = (length) => (length / 1000).toFixed(2).padStart(9)
  const gzip = gzipSync(code, { level: 9 }).length
  console.log(name.padEnd(32), size(code.length), size(gzip))
  if (!explained || !name.startsWith('@tagwire/routing')) continue
  for (const [id, { renderedLength }] of Object.entries(modules)) {
    if (renderedLength > 0)
      console.log('   ', path.relative(import.meta.dirname, id), renderedLength)
  }
  break
}
