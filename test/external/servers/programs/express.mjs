import express from 'express'
import { nodeHandler, server } from '../.cache/server-node.mjs'

const app = express()
app.get('/health', (_request, response) => void response.send('well'))
app.use(nodeHandler(server))
app.listen(Number(process.env.PORT), '127.0.0.1')
