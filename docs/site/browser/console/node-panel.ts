import { createNodeRpcClient, eventQuery, webSocket } from '@tagwire/node-rpc'
import { element, labelled } from './elements.js'

const MOST_ROWS = 30

/** Blocks of a node as they come, with a switch that cuts the line. */
export function nodePanel(): HTMLElement {
  const address = element('input', {
    type: 'url',
    value: 'ws://127.0.0.1:26657/websocket',
    spellcheck: 'false',
  })
  const start = element('button', { type: 'submit' }, 'Follow')
  const line = element('input', { type: 'checkbox', checked: '' })
  const state = element('p', { 'aria-live': 'polite' }, 'Not following.')
  const rows = element('tbody')
  let controller: AbortController | undefined

  const wire = cuttableSocket()
  line.addEventListener('change', () => {
    wire.setOpen(line.checked)
    state.textContent = line.checked
      ? 'The line is back: what was missed is fetched.'
      : 'The line is cut.'
  })

  const show = (...cells: readonly string[]): void => {
    rows.prepend(element('tr', {}, ...cells.map((cell) => element('td', {}, cell))))
    while (rows.childElementCount > MOST_ROWS) rows.lastElementChild?.remove()
  }

  const followBlocks = async (signal: AbortSignal): Promise<void> => {
    const transport = webSocket(address.value, { WebSocket: wire.Socket })
    const node = createNodeRpcClient({ transport })
    let last = 0
    try {
      const blocks = node.subscribe(eventQuery('NewBlockHeader'), {
        signal,
        onGap: ({ from, to }) =>
          show(`${from}–${to}`, 'a gap: the node does not have these', '', ''),
      })
      for await (const { data, cursor } of blocks) {
        const { header } = data.value
        const height = Number(header?.height ?? 0)
        const how = last === 0 || height === last + 1 ? 'in order' : `after ${last}`
        last = height
        state.textContent = `Following ${header?.chain_id ?? ''}.`
        const place = cursor ? `{ height: ${cursor.height}, index: ${cursor.index} }` : ''
        show(String(height), how, header?.time ?? '', place)
      }
    } catch (error) {
      if (!signal.aborted)
        state.textContent = error instanceof Error ? error.message : String(error)
    } finally {
      node.close()
    }
  }

  const form = element(
    'form',
    {},
    labelled('Address', address),
    element('p', {}, start, ' ', labelled('line', line)),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (controller) {
      controller.abort()
      controller = undefined
      start.textContent = 'Follow'
      state.textContent = 'Not following.'
      return
    }
    controller = new AbortController()
    start.textContent = 'Stop'
    state.textContent = 'Connecting.'
    void followBlocks(controller.signal)
  })
  const head = ['height', 'how it came', 'time', 'cursor'].map((name) => {
    return element('th', { scope: 'col' }, name)
  })
  const table = element('table', {}, element('thead', {}, element('tr', {}, ...head)), rows)
  return element('div', { class: 'panel' }, form, state, element('div', { class: 'table' }, table))
}

/** Sockets that a switch cuts, as a bad network does. While it is cut, none can be opened. */
function cuttableSocket() {
  let isOpen = true
  const open = new Set<WebSocket>()
  class Socket extends WebSocket {
    constructor(url: string | URL) {
      super(isOpen ? url : 'ws://127.0.0.1:1')
      open.add(this)
      this.addEventListener('close', () => open.delete(this))
    }
  }
  return {
    Socket,
    setOpen(next: boolean): void {
      isOpen = next
      if (!next) for (const socket of open) socket.close()
    },
  }
}
