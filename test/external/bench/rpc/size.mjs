// What a program carries: the whole client, minified and compressed.
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

const programs = {
  'http only': `import { createNodeRpcClient, http } from '@tagwire/node-rpc'
    globalThis.client = createNodeRpcClient({ transport: http('') })`,
  'with webSocket': `import { createNodeRpcClient, eventQuery, webSocket } from '@tagwire/node-rpc'
    globalThis.client = createNodeRpcClient({ transport: webSocket('') })
    globalThis.query = eventQuery`,
  'http, connected': `import { connectNodeRpc, http, methods } from '@tagwire/node-rpc'
    connectNodeRpc({ transport: http('') }).call(methods.status).then(console.log)`,
  'http, one method': `import { createRpcClient, http } from '@tagwire/runtime/rpc'
    const client = createRpcClient({ transport: http('') })
    globalThis.status = () => client.call({ name: 'status', safe: true, params: [] })`,
  'http transport alone': `import { http } from '@tagwire/runtime/rpc'
    globalThis.http = http`,
  'webSocket transport alone': `import { webSocket } from '@tagwire/runtime/rpc'
    globalThis.webSocket = webSocket`,
  everything: `export * from '@tagwire/node-rpc'`,
  Comet38Client: `import { Comet38Client } from '@cosmjs/tendermint-rpc'
    globalThis.client = Comet38Client.connect('')`,
}

console.log('bundle, kB                  minified   gzip')
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
  const [{ code }] = output
  const size = (length) => (length / 1000).toFixed(2).padStart(9)
  console.log(name.padEnd(26), size(code.length), size(gzipSync(code, { level: 9 }).length))
}
