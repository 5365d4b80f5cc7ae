// For runtimes that are started with a file: Node, Bun and Deno.
import { tableOf } from './main.js'

const places = JSON.parse(process.argv[2])
// Node 20 has no WebSocket of its own.
const { WebSocket } = globalThis.WebSocket ? {} : await import('ws')
const table = await tableOf({ ...places, WebSocket })
// The program ends by itself: nothing of the clients may keep it alive.
console.log(JSON.stringify(table))
