import type { EvmTx } from '@tagwire/routing'
import type { Coin, PlannedEvmTx } from '../types.js'
import { amountOf, isToken } from './amounts.js'
import type { Check } from './check.js'
import { contractsOf } from './fees.js'
import { same, text } from './operation.js'

const isAddress = (value: string): boolean => /^0x[\da-f]{40}$/i.test(value)

/**
 * `approve`, `increaseAllowance`, `increaseApproval`, `setApprovalForAll`, `permit` of EIP-2612 and of DAI, and of Permit2
 * `approve` and both `permit`s: no route needs them as its transaction.
 */
const ALLOWS =
  /^0x(?:095ea7b3|39509351|d73dd623|a22cb465|d505accf|8fcbaf14|87517c45|2b67b570|2a2d80d1)/i

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
  const chain = text(tx.chain_id)
  const data = `0x${text(tx.data).replace(/^0x/, '')}`
  const value = tx.value === '' || tx.value === undefined ? '0' : text(tx.value)
  // It could send the token to anybody.
  const callsToken = same(to, input.denom) && !named.includes(to.toLowerCase())
  if (callsToken && !check.knows(chain, to))
    check.find(`${at}/to`, 'is the token itself, which the route does not call')
  else if (isAddress(to)) check.contract(`${at}/to`, chain, to, named)
  else check.find(`${at}/to`, `${JSON.stringify(tx.to)} is not an address`)
  if (!/^0x(?:[\da-f]{2})*$/i.test(data)) check.find(`${at}/data`, 'is not hex')
  else if (ALLOWS.test(data)) {
    check.find(`${at}/data`, 'is an approval, which belongs to required_erc20_approvals')
  } else check.note(`${at}/data`, `what the call does (${data.length / 2 - 1} bytes)`)

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

  const approvals = (tx.required_erc20_approvals ?? []).map((each, index, all) => {
    const pointer = `${at}/required_erc20_approvals/${index}`
    const { token_contract: token, spender, amount } = each
    const most = (same(token, input.denom) ? amountOf(input.amount) : 0n) + fee(token)
    const before = all.slice(0, index + 1).filter((one) => same(one.token_contract, token))
    const sum = before.reduce((total, one) => total + amountOf(one.amount), 0n)
    if (!isToken(token)) check.find(`${pointer}/token_contract`, `${token} is not a token`)
    else if (amountOf(amount) < 0n || sum > most) {
      check.find(pointer, `lets ${sum} of ${token} be taken; the route says ${most}`)
    }
    spend(check, `${pointer}/spender`, chain, spender, named)
    return { token, spender, amount }
  })
  const native = isNative
    ? input.denom
    : (fees.find(({ denom }) => !isToken(denom))?.denom ?? 'the native token')
  // Tokens of a bridge of their own need no approval, and are taken all the same.
  const others = approvals
    .filter(({ token }) => !same(token, input.denom))
    .map(({ token, amount }) => ({ denom: token, amount }))
  const coins = paid > 0n ? [{ denom: native, amount: value }] : []
  const spends = [...(isNative ? [] : [input]), ...coins, ...others]
  return { family: 'evm', to, data, value, approvals, spends }
}

/**
 * Who may take tokens: a contract that the caller knows or that the route names. That it is the contract which is called
 * proves nothing, because the same answer of the service names both.
 */
function spend(
  check: Check,
  pointer: string,
  chain: string,
  spender: string,
  named: readonly string[],
): void {
  if (isAddress(spender) && (check.knows(chain, spender) || named.includes(spender.toLowerCase())))
    return
  check.find(
    pointer,
    `${spender} is not named by the route; if you know it: contracts: { '${chain}': ['${spender}'] }`,
  )
}
