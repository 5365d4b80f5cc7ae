import {
  type EventNotification,
  isEventDataNewBlockHeader,
  type NodeRpcClient,
} from '@tagwire/node-rpc'
import { cuttableLine } from './cuttable-socket.js'
import { codeBlock, element, labelled } from './elements.js'
import { blocksProgram, run } from './programs.js'

const MOST_ROWS = 30
const MOST_NOTES = 8

/** The blocks of a node as they arrive, with a switch that interrupts the connection. */
export function nodePanel(): HTMLElement {
  const address = element('input', {
    type: 'url',
    value: 'ws://127.0.0.1:26657/websocket',
    spellcheck: 'false',
  })
  const start = element('button', { type: 'submit' }, 'Follow')
  const line = element('input', { type: 'checkbox', role: 'switch', checked: '' })
  const state = element('p', { 'aria-live': 'polite', class: 'state' }, 'Not following.')
  const program = element('div')
  const rows = element('tbody')
  const log = element('ol', { class: 'log', 'aria-label': 'Connection log' })
  let stop: AbortController | undefined

  const show = (kind: string, ...cells: readonly string[]): void => {
    rows.prepend(element('tr', { class: kind }, ...cells.map((cell) => element('td', {}, cell))))
    while (rows.childElementCount > MOST_ROWS) rows.lastElementChild?.remove()
  }

  /** Blocks come too fast to keep these among them. */
  const note = (text: string): void => {
    log.append(element('li', {}, `${new Date().toISOString().slice(11, 19)} ${text}`))
    while (log.childElementCount > MOST_NOTES) log.firstElementChild?.remove()
  }

  let last = 0
  let connections = 0
  const wire = cuttableLine(() => {
    connections++
    const after = last === 0 ? '' : `, after block ${last}`
    note(connections === 1 ? 'connected' : `connected again${after}`)
  })
  line.addEventListener('change', () => {
    wire.setOpen(line.checked)
    const what = line.checked
      ? 'The connection is back: missed events are fetched.'
      : 'The connection is cut.'
    state.textContent = what
    note(what)
  })

  const followBlocks = async (text: string): Promise<void> => {
    const ran = await run(text)
    if (!isFollowing(ran)) throw new TypeError('the program exports no blocks')
    stop = ran.stop
    ran.gaps.addEventListener('gap', (event) => {
      const { from, to } = event instanceof CustomEvent ? event.detail : event
      show('gap', `${from}–${to}`, 'a gap: the node does not have these', '', '')
      note(`a gap: the node does not have ${from} to ${to}`)
    })
    last = 0
    try {
      for await (const { data, cursor } of ran.blocks) {
        if (!isEventDataNewBlockHeader(data)) continue
        const { header } = data.value
        const height = Number(header?.height ?? 0)
        const how = last === 0 || height === last + 1 ? 'in order' : `after ${last}`
        last = height
        state.textContent = `Following ${header?.chain_id ?? ''}.`
        const place = cursor ? `{ height: ${cursor.height}, index: ${cursor.index} }` : ''
        show('block', String(height), how, header?.time ?? '', place)
      }
    } finally {
      await ran.node.close()
    }
  }

  const form = element(
    'form',
    {},
    labelled('Address', address),
    element('p', { class: 'buttons' }, start, labelled('Line', line)),
  )
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (start.textContent === 'Stop') {
      stop?.abort()
      return
    }
    start.textContent = 'Stop'
    state.textContent = 'Connecting.'
    connections = 0
    const text = blocksProgram(address.value)
    program.replaceChildren(codeBlock(text, 'ts'))
    try {
      await followBlocks(text)
      state.textContent = 'Not following.'
    } catch (error) {
      const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
      state.textContent = stop?.signal.aborted ? 'Not following.' : said
    } finally {
      stop = undefined
      start.textContent = 'Follow'
    }
  })
  const head = ['height', 'how it came', 'time', 'cursor'].map((name) => {
    return element('th', { scope: 'col' }, name)
  })
  const table = element('table', {}, element('thead', {}, element('tr', {}, ...head)), rows)
  return element(
    'div',
    { class: 'panel' },
    form,
    state,
    log,
    element('div', { class: 'table', tabindex: '0' }, table),
    program,
  )
}

/** What the program exports. */
interface Following {
  readonly node: NodeRpcClient
  readonly stop: AbortController
  readonly gaps: EventTarget
  readonly blocks: AsyncIterable<BlockEvent>
}

type BlockEvent = EventNotification & {
  readonly cursor?: { readonly height: number; readonly index: number }
}

function isFollowing(exports: object): exports is Following {
  return (
    'blocks' in exports &&
    'node' in exports &&
    'stop' in exports &&
    exports.stop instanceof AbortController &&
    'gaps' in exports &&
    exports.gaps instanceof EventTarget
  )
}
