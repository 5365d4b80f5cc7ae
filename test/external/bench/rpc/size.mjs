// The size of a program with the whole client. `--modules` lists the modules of the first one.
import { rolldown } from 'rolldown'
import { printSizes } from '../bundled.mjs'

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

await printSizes({ rolldown, folder: import.meta.dirname, title: 'bundle, kB', programs })
