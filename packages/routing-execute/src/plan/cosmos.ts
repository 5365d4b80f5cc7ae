import type { CosmosTx } from '@tagwire/routing'
import type { Coin, PlannedCosmosTx } from '../types.js'
import { amountOf, lessPercent } from './amounts.js'
import type { Check } from './check.js'
import { parsedOnce } from './json.js'
import { readers } from './messages.js'
import { Nested } from './nested.js'
import { record, text } from './operation.js'

/** Reads every message, and compares what they take together with what the route says. */
export function readCosmos(
  check: Check,
  tx: CosmosTx,
  at: string,
  fees: readonly Coin[],
  isFirst: boolean,
): Pick<PlannedCosmosTx, 'family' | 'msgs' | 'spends'> {
  const nested = new Nested(check)
  const spends = new Map<string, bigint>()
  let isKnown = true
  const msgs = (tx.msgs ?? []).map((each, index) => ({
    msg: text(each.msg),
    msg_type_url: text(each.msg_type_url),
    pointer: `${at}/msgs/${index}`,
  }))
  const [step] = check.steps
  if (msgs.length === 0) check.find(`${at}/msgs`, 'has no message')
  for (const { msg, msg_type_url, pointer } of msgs) {
    const reader = readers[msg_type_url]
    const value = parsedOnce(msg)
    const body = typeof value === 'object' && value !== null ? record(value) : undefined
    if (!reader || !body) isKnown = false
    if (!reader || !Object.hasOwn(readers, msg_type_url)) {
      check.find(
        pointer,
        `${msg_type_url || 'a message without a type'} is not a message that can be checked`,
      )
    } else if (!body) check.find(`${pointer}/msg`, 'is not JSON, or repeats a key')
    else if (step) {
      const at = `${pointer}/msg`
      check.members(at, body, reader.members)
      check.mineOn(step.from, `${at}/${reader.sender}`, body[reader.sender])
      const own = reader.carries === undefined ? step : check.carried(reader.carries)
      if (!own) check.find(pointer, `is a ${reader.carries} that the route does not have`)
      const taken = reader.read({ check, nested, at, msg: body, step: own ?? step })
      if (!taken) isKnown = false
      for (const coin of taken ?? []) add(check, spends, pointer, coin)
    }
  }
  check.end(at)
  if (step) compare(check, spends, at, fees, isFirst, isKnown)
  return {
    family: 'cosmos',
    msgs: msgs.map(({ msg, msg_type_url }) => ({ msg, msg_type_url })),
    // What the route says, where the messages do not.
    spends:
      isKnown || !step
        ? [...spends].map(([denom, amount]) => ({ denom, amount: String(amount) }))
        : [step.input],
  }
}

function add(check: Check, spends: Map<string, bigint>, pointer: string, coin: Coin): void {
  const amount = amountOf(coin.amount)
  if (amount < 0n) check.find(pointer, `${JSON.stringify(coin.amount)} is not an amount`)
  else if (amount > 0n) spends.set(coin.denom, (spends.get(coin.denom) ?? 0n) + amount)
}

/**
 * Exactly the amount of the route in the first transaction. Later ones start with what earlier ones delivered, which
 * may be less by the slippage. Fees come on top, up to what the route names. Of messages that hide what they take, the
 * others still may not take more.
 */
function compare(
  check: Check,
  spends: ReadonlyMap<string, bigint>,
  at: string,
  fees: readonly Coin[],
  isFirst: boolean,
  isWhole: boolean,
): void {
  const [step] = check.steps
  if (!step) return
  const whole = amountOf(step.input.amount)
  const least = isFirst ? whole : lessPercent(whole, check.options.slippage ?? 1)
  for (const denom of new Set([step.input.denom, ...spends.keys()])) {
    const taken = spends.get(denom) ?? 0n
    const own = denom === step.input.denom
    const fee = fees
      .filter((each) => each.denom === denom)
      .reduce((sum, { amount }) => sum + amountOf(amount), 0n)
    if (taken > (own ? whole : 0n) + fee || (own && isWhole && taken < least)) {
      check.find(
        at,
        `takes ${taken} ${denom}; the route says ${own ? whole : 0n} and fees of ${fee}`,
      )
    }
  }
}
