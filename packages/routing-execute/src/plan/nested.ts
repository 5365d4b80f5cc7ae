import { fromBase64 } from '../bytes.js'
import { affiliatesOf, lostBySwaps } from './affiliates.js'
import { amountOf, lessPercent } from './amounts.js'
import type { Check } from './check.js'
import { parsedOnce } from './json.js'
import { record, type Step, same, text } from './operation.js'

/** Members with an account on the chain of the contract, and one that may be on another. */
const RECIPIENTS =
  /^(?:to_address|recover_address|recovery_addr|refund_address|(?:local_)?fallback_address)$/
/** Members of contract calls that are understood wherever they are, without those that have code of their own. */
const UNDERSTOOD = new Set([
  ...['swap_and_action', 'swap_and_action_with_recover', 'user_swap', 'post_swap_action'],
  ...['swap_exact_asset_in', 'swap_exact_asset_out', 'smart_swap_exact_asset_in'],
  ...['swap_venue_name', 'operations', 'routes', 'sent_asset', 'timeout_timestamp'],
  ...['transfer', 'ibc_transfer', 'ibc_info', 'source_channel', 'receiver', 'memo'],
  ...['source_client', 'send', 'contract', 'amount'],
])
/** Where swaps go, which their minimum makes up for, and what they begin with. */
const NOT_INSIDE = new Set(['operations', 'routes', 'sent_asset'])

/** Follows what happens after the first chain: memos of packet forwarding, hooks, and calls of contracts. */
export class Nested {
  readonly #check: Check
  /** The transfers that are still to come. */
  readonly #hops: Step[]
  /** Where what is read happens. */
  #chain: string
  #recipients = 0

  constructor(check: Check) {
    this.#check = check
    this.#hops = check.steps.filter(({ kind }) => kind === 'transfer')
    this.#chain = check.steps[0]?.from ?? ''
  }

  /** One IBC transfer: its channel, who receives it, and what its memo says. */
  transfer(pointer: string, packet: Packet): void {
    this.#recipients++
    const hop = this.#hops.shift()
    if (hop?.from !== this.#chain) {
      this.#check.find(pointer, 'is a transfer that the route does not have')
      return
    }
    this.#check.done(hop)
    if (packet.port !== undefined) {
      this.#check.equal(`${pointer}/${packet.names[0]}`, packet.port, text(hop.payload.port))
    }
    this.#check.equal(`${pointer}/${packet.names[1]}`, packet.channel, text(hop.payload.channel))
    this.#chain = hop.to
    this.#arrive(pointer, packet, hop)
    this.#chain = hop.from
  }

  #arrive(pointer: string, packet: Packet, hop: Step): void {
    const memo = this.#parsed(`${pointer}/memo`, packet.memo)
    const { wasm, forward, autopilot } = memo
    const [first, ...others] = PROGRAMS.filter((name) => memo[name])
    for (const name of others) {
      this.#check.find(`${pointer}/memo/${name}`, `is a second program beside ${first}`)
    }
    if (wasm) {
      const call = record(wasm)
      const contract = text(call.contract)
      this.#check.members(`${pointer}/memo/wasm`, call, ['contract', 'msg'])
      this.#check.equal(`${pointer}/receiver`, packet.receiver, contract)
      this.#check.contract(`${pointer}/memo/wasm/contract`, hop.to, contract, named(hop))
      this.call(`${pointer}/memo/wasm/msg`, call.msg)
    } else if (forward) {
      const next = record(forward)
      this.#check.members(`${pointer}/memo/forward`, next, FORWARD)
      if (packet.receiver !== 'pfm')
        this.#check.mineOn(hop.to, `${pointer}/receiver`, packet.receiver)
      this.transfer(`${pointer}/memo/forward`, {
        names: ['port', 'channel'],
        port: next.port ?? '',
        channel: next.channel,
        receiver: next.receiver,
        memo: next.next,
      })
    } else this.#check.mineOn(hop.to, `${pointer}/receiver`, packet.receiver)
    if (autopilot) this.read(`${pointer}/memo/autopilot`, autopilot)
    this.#check.members(`${pointer}/memo`, memo, wasm ? ['wasm'] : forward ? ['forward'] : [])
  }

  /** JSON for a contract: whatever is named like a recipient is yours, and names that are not understood are shown. */
  read(pointer: string, value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    const here = record(value)
    if (here.source_channel !== undefined) {
      this.transfer(pointer, {
        names: ['source_port', 'source_channel'],
        port: here.source_port,
        channel: here.source_channel,
        receiver: here.receiver,
        memo: here.memo,
      })
    } else if (here.receiver !== undefined) this.#mine(`${pointer}/receiver`, here.receiver)
    const eureka = here.source_client === undefined ? undefined : this.#eureka(pointer, here)
    for (const [name, each] of Object.entries(here)) {
      if (!eureka || name !== 'recipient') this.#member(`${pointer}/${name}`, name, each)
    }
  }

  #eureka(pointer: string, here: Readonly<Record<string, unknown>>): Step | undefined {
    const step = this.#check.carried('eureka_transfer', this.#chain)
    if (!step) return undefined
    this.#recipients++
    this.#check.equal(
      `${pointer}/source_client`,
      here.source_client,
      text(step.payload.source_client),
    )
    this.#check.mineOn(step.to, `${pointer}/recipient`, here.recipient)
    return step
  }

  #member(pointer: string, name: string, value: unknown): void {
    if (RECIPIENTS.test(name) && this.#check.options.addresses[this.#chain]) {
      this.#recipients++
      this.#check.mineOn(this.#chain, pointer, value)
    } else if (RECIPIENTS.test(name) || name === 'recipient') this.#mine(pointer, value)
    else if (name === 'min_asset') this.#least(pointer, value)
    else if (name === 'affiliates') this.#affiliates(pointer, value)
    else if (name === 'msg' && typeof value === 'string')
      this.read(pointer, this.#decoded(pointer, value))
    else if (!NOT_INSIDE.has(name)) {
      if (!UNDERSTOOD.has(name) && value !== null && value !== '') this.#check.unread(pointer)
      if (name.startsWith('swap_and_action')) this.#swap(pointer, record(value))
      else this.read(pointer, value)
    }
  }

  /** A call of a contract, of which somebody has to receive something. */
  call(pointer: string, msg: unknown): void {
    const before = this.#recipients
    this.read(pointer, msg)
    if (this.#recipients === before)
      this.#check.note(pointer, 'who receives what the contract sends')
  }

  /** The message of swaps that the service builds has a minimum and a recipient. */
  #swap(pointer: string, swap: Readonly<Record<string, unknown>>): void {
    const before = this.#recipients
    this.read(pointer, swap)
    if (!swap.min_asset) this.#check.find(pointer, 'has no minimum')
    if (this.#recipients === before) this.#check.find(pointer, 'has no recipient')
  }

  #mine(pointer: string, value: unknown): void {
    this.#recipients++
    this.#check.mine(pointer, value)
  }

  /** The last swap decides what arrives, and its minimum is the slippage that you agreed to. */
  #least(pointer: string, value: unknown): void {
    const swap = this.#check.steps.findLast(({ kind }) => kind === 'swap')
    const [[name, asset] = [], ...others] = Object.entries(record(value))
    if (others.length > 0) this.#check.find(pointer, 'has more than one kind of asset')
    const { denom, address, amount } = record(asset)
    if (!swap) {
      this.#check.find(pointer, 'is the minimum of a swap that the route does not have')
      return
    }
    for (const step of this.#check.steps) if (step.kind === 'swap') this.#check.done(step)
    const given = name === 'cw20' ? `cw20:${text(address)}` : text(denom)
    this.#check.equal(
      `${pointer}/${name}/${name === 'cw20' ? 'address' : 'denom'}`,
      given,
      swap.output.denom,
    )
    const least = lessPercent(
      amountOf(swap.output.amount),
      lostBySwaps(this.#check.options, swap.from),
    )
    if (amountOf(amount) < least) {
      this.#check.find(
        `${pointer}/${name}/amount`,
        `has to be at least ${least}, not ${text(amount)}`,
        swap.index,
      )
    }
  }

  #affiliates(pointer: string, value: unknown): void {
    const yours = this.#check.steps.flatMap(({ from }) => affiliatesOf(this.#check.options, from))
    for (const [at, each] of (Array.isArray(value) ? value.map(record) : []).entries()) {
      const known = yours.some(
        (one) =>
          same(text(one.address), text(each.address)) &&
          Number(one.basis_points_fee) >= Number(each.basis_points_fee),
      )
      if (!known) this.#check.find(`${pointer}/${at}`, 'is an affiliate that you did not ask for')
    }
  }

  #parsed(pointer: string, memo: unknown): Readonly<Record<string, unknown>> {
    if (memo === undefined || memo === '' || memo === null) return {}
    const value = typeof memo === 'string' ? this.#value(pointer, memo) : memo
    if (typeof value === 'object' && value !== null) return record(value)
    if (value !== undefined) this.#check.unread(pointer)
    return {}
  }

  /** Text that is no JSON does nothing; JSON that others read in another way may do anything. */
  #value(pointer: string, text: string): unknown {
    const value = parsedOnce(text)
    if (value === undefined && text.trimStart().startsWith('{')) {
      this.#check.find(pointer, 'is not JSON, or repeats a key')
    } else if (value === undefined) this.#check.unread(pointer)
    return value
  }

  /** Messages inside messages are JSON, or JSON in base64. */
  #decoded(pointer: string, msg: string): unknown {
    return this.#value(pointer, msg.startsWith('{') ? msg : textOf(msg))
  }
}

/** Members of memos by which chains do something with what arrives. Which of several runs is for each chain to say. */
const PROGRAMS = ['wasm', 'forward', 'autopilot'] as const

/** Members of a packet that is forwarded. */
const FORWARD = ['port', 'channel', 'receiver', 'next', 'timeout', 'retries']

function textOf(base64: string): string {
  try {
    return new TextDecoder().decode(fromBase64(base64))
  } catch {
    return ''
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
