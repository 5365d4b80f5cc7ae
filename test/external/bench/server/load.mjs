// Calls a server on loopback: eight calls at a time, over connections that stay open.
import { Agent, request } from 'node:http'
import { orderOf } from './data.mjs'

const [port, bytes] = process.argv.slice(2).map(Number)
const body = Buffer.from(orderOf(bytes))
const agent = new Agent({ keepAlive: true, maxSockets: 8 })
const headers = { 'content-type': 'application/json', 'content-length': body.length }
const options = {
  port,
  host: '127.0.0.1',
  method: 'POST',
  path: '/shops/5/orders?dryRun=true',
  agent,
  headers,
}

const call = () =>
  new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      let size = 0
      response.on('data', (piece) => {
        size += piece.length
      })
      response.on('end', () => {
        const isRight = response.statusCode === 200 && size === body.length
        if (isRight) resolve()
        else reject(new Error(`${response.statusCode} with ${size} bytes`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })

process.on('disconnect', () => process.exit())
process.on('message', async (count) => {
  let left = count
  const worker = async () => {
    while (left-- > 0) await call()
  }
  try {
    await Promise.all(Array.from({ length: 8 }, worker))
    process.send({})
  } catch (error) {
    process.send({ error: String(error) })
  }
})
process.send('ready')
