import type { EvmTx } from '@tagwire/routing'
import type { Coin, PlannedEvmTx } from '../types.js'
import type { Check } from './check.js'
import { amountOf, contractsOf, isToken, same, text } from './operation.js'

const isAddress = (value: string): boolean => /^0x[\da-f]{40}$/i.test(value)

/** Who is called with how much of the native token, and who may take how much of others. The data is not read. */
export function readEvm(
  check: Check,
  tx: EvmTx,
  at: string,
  fees: readonly Coin[],
): Pick<PlannedEvmTx, 'family' | 'to' | 'data' | 'value' | 'approvals' | 'spends'> {
  const [step] = check.steps
  const input = step?.input ?? { denom: '', amount: '0' }
  const named = contractsOf(check.steps)
  const to = text(tx.to)
  const data = `0x${text(tx.data).replace(/^0x/, '')}`
  const value = tx.value === '' || tx.value === undefined ? '0' : text(tx.value)
  if (isAddress(to)) check.contract(`${at}/to`, text(tx.chain_id), to, named)
  else check.find(`${at}/to`, `${JSON.stringify(tx.to)} is not an address`)
  if (!/^0x(?:[\da-f]{2})*$/i.test(data)) check.find(`${at}/data`, 'is not hex')
  else check.note(`${at}/data`, `what the call does (${data.length / 2 - 1} bytes)`)

  const isNative = !isToken(input.denom)
  const owed = isNative ? amountOf(input.amount) : 0n
  const fee = (token: string | undefined): bigint =>
    fees
      .filter(({ denom }) => (token ? same(denom, token) : !isToken(denom)))
      .reduce((sum, { amount }) => sum + amountOf(amount), 0n)
  const paid = amountOf(value)
  if (paid < owed || paid > owed + fee(undefined)) {
    check.find(`${at}/value`, `pays ${value}; the route says ${owed} and fees of ${fee(undefined)}`)
  }

  const approvals = (tx.required_erc20_approvals ?? []).map((each, index) => {
    const place = `${at}/required_erc20_approvals/${index}`
    const { token_contract: token, spender, amount } = each
    const whole = same(token, input.denom) ? amountOf(input.amount) : 0n
    if (!isToken(token)) check.find(`${place}/token_contract`, `${token} is not a token`)
    else if (amountOf(amount) < 0n || amountOf(amount) > whole + fee(token)) {
      check.find(place, `lets ${amount} of ${token} be taken; the route says ${whole + fee(token)}`)
    }
    if (!isAddress(spender) || !(same(spender, to) || named.includes(spender.toLowerCase()))) {
      check.find(`${place}/spender`, `${spender} is neither called nor named by the route`)
    }
    return { token, spender, amount }
  })
  const tokens = approvals.map(({ token, amount }) => ({ denom: token, amount }))
  const native = isNative && paid > 0n ? [{ denom: input.denom, amount: value }] : []
  return { family: 'evm', to, data, value, approvals, spends: [...native, ...tokens] }
}
