// Turns of one service: called in the process, or over loopback by a process of its own, whose time does not count.
import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import path from 'node:path'
import { nodeHandler } from './.cache/orders.mjs'
import { orderOf } from './data.mjs'
import { bare, fastifyApp, hono, tagwire } from './services.mjs'

const inProcess =
  (fetch) =>
  async ({ bytes, count }) => {
    const body = orderOf(bytes)
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    return async () => {
      for (let index = 0; index < count; index++) {
        const request = new Request('http://localhost/shops/5/orders?dryRun=true', init)
        const response = await fetch(request)
        const { length } = await response.text()
        if (response.status !== 200 || length !== body.length) throw new Error(`${response.status}`)
      }
    }
  }

const overLoopback =
  (listen) =>
  async ({ bytes, count }) => {
    const port = await listen()
    const load = fork(path.join(import.meta.dirname, 'load.mjs'), [String(port), String(bytes)])
    process.once('exit', () => load.kill())
    const answer = () => new Promise((resolve) => load.once('message', resolve))
    await answer()
    return async () => {
      const done = answer()
      load.send(count)
      const { error } = await done
      if (error) throw new Error(error)
    }
  }

const listener = (handler) => () =>
  new Promise((resolve) => {
    const server = createServer(handler).listen(0, '127.0.0.1', () =>
      resolve(server.address().port),
    )
    server.keepAliveTimeout = 120_000
  })

export const contenders = {
  'bare function': inProcess(bare),
  tagwire: inProcess((request) => served.fetch(request)),
  'tagwire, results checked': inProcess((request) => checked.fetch(request)),
  'Hono, zod-openapi': inProcess((request) => app.fetch(request)),
  'Hono on Node': overLoopback(async () => {
    // Replaces `Request` and `Response` of the process by its own.
    const { getRequestListener } = await import('@hono/node-server')
    return listener(getRequestListener((request) => app.fetch(request)))()
  }),
  'tagwire on Node': overLoopback(listener(nodeHandler(tagwire()))),
  'Fastify on Node': overLoopback(async () => {
    const app = fastifyApp()
    await app.listen({ port: 0, host: '127.0.0.1' })
    app.server.keepAliveTimeout = 120_000
    return app.server.address().port
  }),
}
const served = tagwire()
const checked = tagwire(true)
const app = hono()
