// Answers every POST with a route, of about 3 kB or of 200. A process of its own: it must not share the clock.
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
const { operations } = route

/** The route with so many bytes of operations, and with less than one of them more. */
function answerOf(name, bytes) {
  const some = []
  for (let index = 0; JSON.stringify({ ...route, operations: some }).length < bytes; index++) {
    some.push(operations[index % operations.length])
  }
  const body = Buffer.from(JSON.stringify({ ...route, operations: some }))
  return { name, body, operations: some.length }
}

const answers = [answerOf('small', 3_000), answerOf('large', 200_000)]

const server = createServer((request, response) => {
  const { body } = answers.find(({ name }) => request.url.startsWith(`/${name}/`))
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    response.end(body)
  })
})
// Longer than the turns of all other clients.
server.keepAliveTimeout = 120_000
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address()
  const sizes = answers.map(({ body, ...about }) => ({ ...about, bytes: body.length }))
  process.send({ port, answers: sizes })
})
