import { matchTransferEvent, type StatusTxResponse, transferEventKind } from '@tagwire/routing'
import { statusTxResponseValidator } from '@tagwire/routing/validate'
import { element } from './elements.js'

/** The states of a transaction as they come, each with the hops that it went over. */
export function statusList(): {
  readonly element: HTMLElement
  /** Adds every update until there are no more. */
  show(updates: unknown): Promise<void>
} {
  const list = element('ol', { class: 'states' })
  return {
    element: list,
    async show(updates) {
      if (!isAsyncIterable(updates)) throw new TypeError('the program exports no updates')
      for await (const update of updates) {
        if (!statusTxResponseValidator.is(update)) continue
        list.append(
          element(
            'li',
            {},
            element('span', { class: 'state' }, update.state ?? 'no state'),
            ...hopTexts(update).map((text) => element('span', { class: 'hop' }, text)),
          ),
        )
      }
      list.append(element('li', {}, 'the end'))
    },
  }
}

/** Each hop with its state: `ibc_transfer: TRANSFER_SUCCESS`. */
function hopTexts({ transfers = [] }: StatusTxResponse): string[] {
  const hops = transfers.flatMap((transfer) => transfer.transfer_sequence ?? [])
  return hops.map((hop) => {
    const state = matchTransferEvent<string | undefined>(hop, {
      ibc_transfer: (each) => each.state,
      axelar_transfer: (each) => each.state,
      cctp_transfer: (each) => each.state,
      hyperlane_transfer: (each) => each.state,
      op_init_transfer: (each) => each.state,
      go_fast_transfer: (each) => each.state,
      stargate_transfer: (each) => each.state,
      otherwise: () => undefined,
    })
    return `${transferEventKind(hop) ?? 'a new kind of hop'}: ${state ?? 'on its way'}`
  })
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
