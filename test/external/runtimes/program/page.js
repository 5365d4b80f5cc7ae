// For browsers: the page is opened with the places in its address.
import { tableOf } from './main.js'

const places = JSON.parse(new URLSearchParams(location.search).get('places'))
globalThis.outcome = tableOf(places).catch((error) => ({ broken: String(error.stack ?? error) }))
