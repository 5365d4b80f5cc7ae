import { element } from './elements.js'
import { nodePanel } from './node-panel.js'
import { type ListedOperation, routingPanel } from './routing-panel.js'

/** Fills the two places that the page has for it. */
async function fill(): Promise<void> {
  const routing = document.querySelector('#console-routing')
  const node = document.querySelector('#console-node')
  const response = await fetch('assets/console.json')
  const operations: readonly ListedOperation[] = await response.json()
  routing?.replaceChildren(routingPanel(operations))
  node?.replaceChildren(nodePanel())
}

fill().catch((error: unknown) => {
  document.querySelector('main')?.append(element('p', { role: 'alert' }, String(error)))
})
