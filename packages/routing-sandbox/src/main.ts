#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { startRoutingSandbox } from './index.js'

const usage = `Serve sample data of the Skip Go API on this machine, to try things with and for tests.

Usage: npx @tagwire/routing-sandbox [--port N] [--mode NAME] [--quiet]

Options:
  --port N      Port, or 0 for any free port (default: 8080)
  --mode NAME   Change responses: unknown-kinds adds kinds that this version does not know
  --quiet       Do not print each call
`

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8080' },
      mode: { type: 'string' },
      quiet: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(usage)
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new TypeError(`--port has to be a number up to 65535, not ${values.port}`)
  }
  const { url, close } = await startRoutingSandbox({
    port,
    mode: values.mode,
    log: values.quiet ? undefined : (line) => console.log(line),
  })
  console.log(`The routing sandbox is running at ${url} (press Ctrl-C to stop). Try:

  curl '${url}/v2/info/chains?include_evm=true&include_svm=true'
  curl '${url}/v2/tx/status?chain_id=cosmoshub-4&tx_hash=ibc_timeout'
  curl ${url}/v2/fungible/route -d '{"source_asset_denom":"uatom","source_asset_chain_id":"cosmoshub-4",
    "dest_asset_denom":"uosmo","dest_asset_chain_id":"osmosis-1","amount_in":"1000000"}'
`)
  const end = (): void => {
    // Pending work ends with the server, so nothing keeps the program running.
    close().then(() => process.exit(0))
  }
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
}

run().catch((error: unknown) => {
  const busy = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  const message = busy ? 'the port is taken; choose another one with --port' : String(error)
  console.error(`routing-sandbox: ${message.replace(/^\w*Error(\s\[\w+\])?: /, '')}`)
  process.exitCode = busy ? 1 : 2
})
