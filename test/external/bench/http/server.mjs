// Answers every POST with a route of about 200 kB. A process of its own: it must not share the clock.
import { createServer } from 'node:http'
import { mockRouting } from '@tagwire/routing/mock'

const answer = await mockRouting()('http://x/v2/fungible/route', {
  method: 'POST',
  body: JSON.stringify({
    source_asset_denom: 'uatom',
    source_asset_chain_id: 'cosmoshub-4',
    dest_asset_denom: 'uosmo',
    dest_asset_chain_id: 'osmosis-1',
    amount_in: '1000000',
  }),
})
const route = await answer.json()
const many = Math.ceil(200_000 / JSON.stringify(route.operations).length)
route.operations = Array.from({ length: many }, () => route.operations).flat()
const body = Buffer.from(JSON.stringify(route))

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () =>
  process.send({ port: server.address().port, size: body.length }),
)
