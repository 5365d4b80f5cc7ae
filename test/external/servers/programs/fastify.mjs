import fastify from 'fastify'
import { nodeHandler, server } from '../.cache/server-node.mjs'

const app = fastify()
app.get('/health', () => 'well')
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', (_request, _payload, done) => done(null))
app.all('/*', (request, reply) => {
  reply.hijack()
  return nodeHandler(server)(request.raw, reply.raw)
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
