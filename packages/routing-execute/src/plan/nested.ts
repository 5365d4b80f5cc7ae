import { fromBase64 } from '../bytes.js'
import type { Check } from './check.js'
import { amountOf, less, record, type Step, same, text } from './operation.js'

const RECIPIENT = /^(?:recipient|to_address|recover_address|(?:local_)?fallback_address)$/

/** Follows what happens after the first chain: memos of packet forwarding, hooks, and calls of contracts. */
export class Nested {
  readonly #check: Check
  /** The transfers that are still to come. */
  readonly #hops: Step[]
  #minimum = false
  #recipients = 0

  constructor(check: Check) {
    this.#check = check
    this.#hops = check.steps.filter(({ kind }) => kind === 'transfer')
  }

  /** One IBC transfer: its channel, who receives it, and what its memo says. */
  transfer(place: string, packet: Packet): void {
    this.#recipients++
    const hop = this.#hops.shift()
    if (!hop) {
      this.#check.find(place, 'is a transfer that the route does not have')
      return
    }
    if (packet.port !== undefined) {
      this.#check.equal(`${place}/${packet.names[0]}`, packet.port, text(hop.payload.port))
    }
    this.#check.equal(`${place}/${packet.names[1]}`, packet.channel, text(hop.payload.channel))
    const memo = this.#parsed(`${place}/memo`, packet.memo)
    const { wasm, forward } = memo
    if (wasm) {
      const contract = text(record(wasm).contract)
      this.#check.equal(`${place}/receiver`, packet.receiver, contract)
      this.#check.contract(`${place}/memo/wasm/contract`, hop.to, contract, named(hop))
      this.call(`${place}/memo/wasm/msg`, record(wasm).msg)
    } else if (forward) {
      const next = record(forward)
      if (packet.receiver !== 'pfm') this.#check.mine(`${place}/receiver`, packet.receiver)
      this.transfer(`${place}/memo/forward`, {
        names: ['port', 'channel'],
        port: next.port,
        channel: next.channel,
        receiver: next.receiver,
        memo: next.next,
      })
    } else {
      this.#check.equal(`${place}/receiver`, packet.receiver, this.#check.address(hop.to))
    }
    const read = wasm ? 'wasm' : 'forward'
    for (const name of Object.keys(memo)) {
      if (name !== read) this.#note(`${place}/memo/${name}`)
    }
  }

  /** JSON for a contract: whatever is named like a recipient is yours, wherever it is. */
  read(place: string, value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    const here = record(value)
    if (here.source_channel !== undefined) {
      this.transfer(place, {
        names: ['source_port', 'source_channel'],
        port: here.source_port,
        channel: here.source_channel,
        receiver: here.receiver,
        memo: here.memo,
      })
    } else if (typeof here.receiver === 'string') this.#mine(`${place}/receiver`, here.receiver)
    for (const [name, each] of Object.entries(here)) {
      const inside = `${place}/${name}`
      if (RECIPIENT.test(name)) this.#mine(inside, each)
      else if (name === 'swap_and_action') this.#swap(inside, record(each))
      else if (name === 'min_asset') this.#least(inside, each)
      else if (name === 'affiliates') this.#affiliates(inside, each)
      else if (name === 'msg' && typeof each === 'string')
        this.read(inside, this.#decoded(inside, each))
      else if (name === 'contract_address') this.#note(inside)
      else this.read(inside, each)
    }
  }

  /** A call of a contract, of which somebody has to receive something. */
  call(place: string, msg: unknown): void {
    const before = this.#recipients
    this.read(place, msg)
    if (this.#recipients === before) this.#check.note(place, 'who receives what the contract sends')
  }

  /** The message of swaps that the service builds has a minimum and a recipient. */
  #swap(place: string, swap: Readonly<Record<string, unknown>>): void {
    const before = this.#recipients
    this.read(place, swap)
    if (!swap.min_asset) this.#check.find(place, 'has no minimum')
    if (this.#recipients === before) this.#check.find(place, 'has no recipient')
  }

  #mine(place: string, value: unknown): void {
    this.#recipients++
    this.#check.mine(place, value)
  }

  /** What the route does after the messages that were read, and they do not say. */
  end(place: string): void {
    const swap = this.#check.steps.find(({ kind }) => kind === 'swap')
    if (swap && !this.#minimum) {
      this.#check.note(place, `the least that the swap to ${swap.output.denom} has to give`)
    }
    for (const { to } of this.#hops) this.#check.note(place, `how the funds get to ${to}`)
  }

  /** The last swap decides what arrives, and its minimum is the slippage that you agreed to. */
  #least(place: string, value: unknown): void {
    const swap = this.#check.steps.findLast(({ kind }) => kind === 'swap')
    const [name, asset] = Object.entries(record(value))[0] ?? []
    const { denom, address, amount } = record(asset)
    if (!swap) {
      this.#check.find(place, 'is the minimum of a swap that the route does not have')
      return
    }
    this.#minimum = true
    const given = name === 'cw20' ? `cw20:${text(address)}` : text(denom)
    this.#check.equal(
      `${place}/${name}/${name === 'cw20' ? 'address' : 'denom'}`,
      given,
      swap.output.denom,
    )
    const least = less(amountOf(swap.output.amount), this.#lost(swap.from))
    if (amountOf(amount) < least) {
      this.#check.find(
        `${place}/${name}/amount`,
        `has to be at least ${least}, not ${text(amount)}`,
        swap.index,
      )
    }
  }

  /** Slippage, and the fees that the caller takes. */
  #lost(chain: string): number {
    const fees = this.#affiliatesOf(chain).map((each) => Number(each.basis_points_fee) / 100)
    return fees.reduce((sum, fee) => sum + fee, this.#check.options.slippage ?? 1)
  }

  #affiliatesOf(chain: string): Readonly<Record<string, unknown>>[] {
    const all = record(this.#check.options.request?.chain_ids_to_affiliates)
    const { affiliates } = record(all[chain])
    return Array.isArray(affiliates) ? affiliates.map(record) : []
  }

  #affiliates(place: string, value: unknown): void {
    const yours = this.#check.steps.flatMap(({ from }) => this.#affiliatesOf(from))
    for (const [at, each] of (Array.isArray(value) ? value.map(record) : []).entries()) {
      const known = yours.some(
        (one) =>
          same(text(one.address), text(each.address)) &&
          Number(one.basis_points_fee) >= Number(each.basis_points_fee),
      )
      if (!known) this.#check.find(`${place}/${at}`, 'is an affiliate that you did not ask for')
    }
  }

  #parsed(place: string, memo: unknown): Readonly<Record<string, unknown>> {
    if (memo === undefined || memo === '' || memo === null) return {}
    try {
      const value: unknown = typeof memo === 'string' ? JSON.parse(memo) : memo
      if (typeof value === 'object') return record(value)
    } catch {
      // Noted below.
    }
    this.#note(place)
    return {}
  }

  /** Messages inside messages are JSON, or JSON in base64. */
  #decoded(place: string, msg: string): unknown {
    try {
      return JSON.parse(msg.startsWith('{') ? msg : new TextDecoder().decode(fromBase64(msg)))
    } catch {
      this.#note(place)
      return undefined
    }
  }

  #note(place: string): void {
    this.#check.note(place, 'a part of the message that this version cannot read')
  }
}

export interface Packet {
  /** Of its members for port and channel. */
  readonly names: readonly [string, string]
  readonly port: unknown
  readonly channel: unknown
  readonly receiver: unknown
  readonly memo: unknown
}

function named({ payload }: Step): string[] {
  return [payload.to_chain_entry_contract_address, payload.to_chain_callback_contract_address]
    .map(text)
    .filter((each) => each !== '')
}
