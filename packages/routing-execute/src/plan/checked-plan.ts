import { type MsgsResponse, operationKind, type Route, type Tx, txKind } from '@tagwire/routing'
import type { Coin, Finding, Plan, PlannedTx, PlanOptions } from '../types.js'
import { amountOf, lessPercent } from './amounts.js'
import { Check } from './check.js'
import { PlanError } from './errors.js'
import { feesOf } from './fees.js'
import { record, type Step, same, stepOf, text } from './operation.js'

/** What `msgs` answered, as a plan; throws a {@link PlanError}. */
export async function checkedPlan(
  route: Route,
  answer: MsgsResponse,
  options: PlanOptions,
): Promise<Plan> {
  const txs = answer.txs ?? []
  const findings = [...notIntegers(route), ...uncovered(route, txs)]
  const read = await Promise.all(txs.map((tx, index) => readTx(route, tx, index, options)))
  findings.push(...read.flatMap(({ check }) => check.findings))
  const least = lessPercent(amountOf(route.amount_out), options.slippage ?? 1)
  const min_amount_out = text(answer.min_amount_out)
  if (amountOf(min_amount_out) < least - lost(least, options)) {
    findings.push({
      pointer: '/min_amount_out',
      message: `has to be at least ${least}, not ${JSON.stringify(answer.min_amount_out)}`,
    })
  }
  findings.push(...torn(route, least - lost(least, options)))
  refuse(findings)
  return {
    route,
    origin: { chain_id: route.source_asset_chain_id, denom: route.source_asset_denom },
    options,
    min_amount_out,
    transactions: read.flatMap(({ planned }) => planned ?? []),
  }
}

function refuse(findings: readonly Finding[]): void {
  if (findings.length > 0) throw new PlanError(findings)
}

/** What affiliates take of the last amount, which the route may not have known. */
function lost(amount: bigint, { request }: PlanOptions): bigint {
  const [first] = Object.values(record(request?.chain_ids_to_affiliates)).map(record)
  const all = Array.isArray(first?.affiliates) ? first.affiliates.map(record) : []
  const points = all.reduce((sum, each) => sum + Number(each.basis_points_fee), 0)
  return amount - lessPercent(amount, points / 100)
}

/** Asked before the service is: what has a kind that nobody knows cannot be checked. */
export function refuseUnknown(route: Route): void {
  const findings = route.operations.flatMap((operation, index) => {
    if (operationKind(operation)) return []
    const { tx_index, amount_in, amount_out, ...kinds } = record(operation)
    const message = `${Object.keys(kinds).join(', ') || 'no kind'} is not a kind of operation that can be checked`
    return [{ pointer: `/operations/${index}`, operation: index, message }]
  })
  refuse(findings)
}

/** What is compared with these would be compared with nothing. */
function notIntegers(route: Route): Finding[] {
  const amounts = (
    { amount_in, amount_out }: Pick<Route, 'amount_in' | 'amount_out'>,
    at: string,
  ) =>
    Object.entries({ amount_in, amount_out })
      .filter(([, amount]) => amountOf(amount) < 0n)
      .map(([name, amount]) => ({
        pointer: `${at}/${name}`,
        message: `has to be an amount in the smallest unit, not ${JSON.stringify(amount)}`,
      }))
  return [
    ...amounts(route, ''),
    ...route.operations.flatMap((each, index) => amounts(each, `/operations/${index}`)),
  ]
}

/** What a person saw of the route is where it begins and ends: its operations have to lead from there to there. */
function torn(route: Route, least: bigint): Finding[] {
  const findings: Finding[] = []
  const be = (operation: number, name: string, holds: boolean, message: string): void => {
    if (!holds) findings.push({ pointer: `/operations/${operation}${name}`, operation, message })
  }
  const steps = route.operations.flatMap((_, index) => stepOf(route, index) ?? [])
  let before = amountOf(route.amount_in)
  for (const { index, input, output } of steps) {
    be(
      index,
      '/amount_in',
      amountOf(input.amount) <= before,
      `is more than the ${before} there are`,
    )
    before = amountOf(output.amount)
  }
  const end = (at: number, verb: string, { denom }: Coin, chain: string, to: string[]): void =>
    be(
      at,
      '',
      same(denom, to[0] ?? '') && chain === to[1],
      `has to ${verb} with ${to.join(' on ')}`,
    )
  const [first] = steps
  const last = steps.at(-1)
  if (!first || !last) return findings
  end(0, 'begin', first.input, first.from, [route.source_asset_denom, route.source_asset_chain_id])
  end(last.index, 'end', last.output, last.to, [route.dest_asset_denom, route.dest_asset_chain_id])
  be(last.index, '/amount_out', before >= least, `has to be at least ${least}`)
  return findings
}

/** Every operation is carried out once, by the transaction that the route says. */
function uncovered(route: Route, txs: readonly Tx[]): Finding[] {
  const findings: Finding[] = []
  if (txs.length !== route.txs_required) {
    findings.push({
      pointer: '/txs',
      message: `has ${txs.length} transactions; the route needs ${route.txs_required}`,
    })
  }
  const all = txs.flatMap((tx) => tx.operations_indices ?? [])
  if (all.some((index) => !route.operations[index])) {
    findings.push({ pointer: '/txs', message: 'has operations that the route does not have' })
  }
  for (const [index, { tx_index }] of route.operations.entries()) {
    const by = txs.flatMap((tx, at) => (tx.operations_indices ?? []).map((one) => [one, at]))
    const carriers = by.filter(([one]) => one === index)
    if (carriers.length !== 1 || carriers[0]?.[1] !== (tx_index ?? carriers[0]?.[1])) {
      findings.push({
        pointer: `/operations/${index}`,
        operation: index,
        message: 'has to be carried out once, by the transaction of its tx_index',
      })
    }
  }
  if (all.some((index, at) => index !== at)) {
    findings.push({ pointer: '/txs', message: 'has operations in another order than the route' })
  }
  return findings
}

/** Only what is needed for the families of chains in the route is loaded. */
async function readTx(
  route: Route,
  tx: Tx,
  index: number,
  options: PlanOptions,
): Promise<{ check: Check; planned: PlannedTx | undefined }> {
  const steps = (tx.operations_indices ?? []).flatMap((each) => stepOf(route, each) ?? [])
  const check = new Check(steps, options)
  const kind = txKind(tx)
  const at = `/txs/${index}/${kind}`
  const fees = feesOf(route, steps, index)
  const inside = kind ? record(tx[kind]) : {}
  const chain_id = text(inside.chain_id)
  const from = steps[0]?.from ?? ''
  const signer = text(inside.signer_address)
  if (kind) {
    check.equal(`${at}/chain_id`, inside.chain_id, from)
    check.mineOn(from, `${at}/signer_address`, inside.signer_address)
  } else check.find(`/txs/${index}`, 'is not of a family that can be checked')
  const [first] = steps
  if (index === 0 && first)
    check.equal('/operations/0/amount_in', first.input.amount, route.amount_in)
  const own = tx.cosmos_tx
    ? (await import('./cosmos.js')).readCosmos(check, tx.cosmos_tx, at, fees, index === 0)
    : tx.evm_tx
      ? (await import('./evm.js')).readEvm(check, tx.evm_tx, at, fees)
      : tx.svm_tx && (await import('./svm.js')).readSvm(check, tx.svm_tx, at)
  const expires = expiryOf(steps, own?.family === 'svm')
  const planned = own && {
    ...own,
    chain_id,
    signer,
    operations: steps.map((step) => step.kind),
    unchecked: check.unchecked,
    ...(expires === undefined ? {} : { expires }),
  }
  return { check, planned }
}

/** A Solana transaction has a block in it, after which it can be executed for about a minute. */
const SVM_MS = 60_000

function expiryOf(steps: readonly Step[], isSvm: boolean): number | undefined {
  const times = steps
    .map(({ payload }) => Date.parse(text(record(payload.smart_relay_fee_quote).expiration)))
    .filter((time) => !Number.isNaN(time))
  if (isSvm) times.push(Date.now() + SVM_MS)
  return times.length > 0 ? Math.min(...times) : undefined
}
