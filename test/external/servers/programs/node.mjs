import { createServer } from 'node:http'
import { nodeHandler, server } from '../.cache/server-node.mjs'

createServer(nodeHandler(server)).listen(Number(process.env.PORT), '127.0.0.1')
