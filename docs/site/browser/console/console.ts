import { element } from './elements.js'
import { nodePanel } from './node-panel.js'
import { type ListedOperation, routingPanel } from './routing-panel.js'

/** Fills the two places that the page has for it. */
async function fill(): Promise<void> {
  const routing = document.querySelector('#console-routing')
  const node = document.querySelector('#console-node')
  const response = await fetch(new URL('console.json', import.meta.url))
  const operations: readonly ListedOperation[] = await response.json()
  const worker = new URL('sandbox-worker.js', import.meta.url).href
  routing?.replaceChildren(routingPanel(operations, worker))
  node?.replaceChildren(nodePanel())
}

fill().catch((error: unknown) => {
  document.querySelector('main')?.append(element('p', { role: 'alert' }, String(error)))
})
