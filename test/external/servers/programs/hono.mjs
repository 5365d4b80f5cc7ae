import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { server } from '../.cache/server.mjs'

const app = new Hono()
app.get('/health', (c) => c.text('well'))
app.mount('/', server.fetch)
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' })
