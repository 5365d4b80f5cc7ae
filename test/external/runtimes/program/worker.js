// For workerd: a module whose answer is the table.
import { tableOf } from './main.js'
import places from './places.js'
import { sharedClients } from './shared.js'

// Made with the module, before there is any request.
const shared = sharedClients(places)

export default {
  async fetch(request) {
    const turn = new URL(request.url).searchParams.get('turn')
    return Response.json(await (turn ? shared(turn) : tableOf(places)))
  },
}
