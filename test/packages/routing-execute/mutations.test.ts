import type { MsgsResponse, Route } from '@tagwire/routing'
import { PlanError, planRoute } from '@tagwire/routing-execute'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { lengthOf, patienceMs, runs } from '../../property/length.js'
import { addresses, contracts, routeNames, routeOf, worldClient } from './world.fixture.js'

/** Whoever changes a member that is checked does not get a signature: 10000 changes on demand (`pnpm tool execute`). */
const routing = worldClient()
const planned = new Map<string, { route: Route; answer: MsgsResponse }>()

beforeAll(async () => {
  for (const name of routeNames) {
    const route = await routeOf(routing, name)
    const list = route.required_chain_addresses.map(
      (id) => Object.entries(addresses).find(([key]) => key === id)?.[1] ?? '',
    )
    const answer = await routing.msgs({ ...route, address_list: list })
    planned.set(name, { route, answer })
  }
})

/** What nobody can check, or what does no harm: everything else is checked. */
const NOT_CHECKED: readonly RegExp[] = [
  /^\/msgs\b/,
  /^\/estimated_fees\b|^\/warning\b/,
  /\/path\//,
  /\/timeout_(?:timestamp|height)/,
  /\/(?:gas_limit|destination_caller|source_client|data)$/,
  /\/user_swap\//,
  // A contract that the route does not name is shown, and so is the domain of Hyperlane.
  /\/contract$/,
  /169$/,
  // Signers and payer are checked in other tests; what the programs do is shown.
  /\/svm_tx\/tx$/,
]

interface Leaf {
  readonly path: readonly string[]
  readonly value: unknown
}

/** All members, also of JSON inside texts. */
function leaves(value: unknown, path: readonly string[] = []): Leaf[] {
  if (typeof value === 'string' && /^\{.*\}$/s.test(value))
    return leaves(JSON.parse(value), [...path, '{}'])
  if (typeof value !== 'object' || value === null) return [{ path, value }]
  return Object.entries(value).flatMap(([name, each]) => leaves(each, [...path, name]))
}

/** The same with one member changed; `undefined` takes it away. */
function changed(value: unknown, [name, ...rest]: readonly string[], to: unknown): unknown {
  if (name === undefined) return to
  if (name === '{}') return JSON.stringify(changed(JSON.parse(String(value)), rest, to))
  const inside = Object(value)
  if (Array.isArray(value)) return value.with(Number(name), changed(inside[name], rest, to))
  return { ...inside, [name]: changed(inside[name], rest, to) }
}

const OTHERS = [
  'cosmos1qpzry9x8gf2tvdw0s3jn54khce6mua7l89rqvt',
  'osmo1qpzry9x8gf2tvdw0s3jn54khce6mua7l07ss6e',
  `0x${'1'.repeat(40)}`,
  '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
  'solana',
  '1',
  'uosmo',
  'transfer',
  '/cosmos.bank.v1beta1.MsgSend',
]

/** Other values for a member: near ones, far ones, none, and of other types. */
function others({ value, path }: Leaf): unknown[] {
  const amounts = /^\d+$/.test(String(value))
    ? [-1n, 1n, BigInt(String(value)) * 9n].map((by) => String(BigInt(String(value)) + by))
    : [`${value}0`, String(value).slice(1), String(value).slice(0, -1)]
  const any = [...amounts, ...OTHERS, '', null, 5, [], {}, undefined]
  return any.filter((each) => !isHarmless(path, value, each))
}

/** More is kept, or less may be taken, or it means the same. */
function isHarmless(path: readonly string[], from: unknown, to: unknown): boolean {
  const place = path.join('/')
  if (String(from) === String(to) || (!from && !to)) return true
  // Not a text: nobody can encode it.
  if (path.at(-1) === 'memo' && typeof to === 'object') return true
  // An amount that a swap gives at least, the whole route too, and what an approval allows.
  const isInteger = /^\d+$/.test(String(to)) && typeof to === 'string'
  if (/min_amount_out$|min_asset\/native\/amount$/.test(place)) {
    // One answer of the world is better than its route, by as much as may get lost again.
    const least = from === '11939400' ? 11_929_500n : BigInt(String(from))
    return isInteger && least <= BigInt(to)
  }
  if (/required_erc20_approvals\/\d+\/amount$/.test(place))
    return isInteger && BigInt(String(from)) >= BigInt(to)
  // A later transaction begins with what arrived, which is less by the slippage at most.
  if (/^txs\/1\/.*token\/amount$/.test(place) && isInteger) {
    return BigInt(to) <= BigInt(String(from)) && BigInt(to) * 100n >= BigInt(String(from)) * 99n
  }
  if (/max_fee\/amount$/.test(place)) return isInteger && BigInt(String(from)) >= BigInt(to)
  // What is left out of a value in wei is 0, and the routes over LayerZero name a fee on top.
  if (/evm_tx\/value$/.test(place) && String(from) === '0') {
    return to === '' || to === undefined || (isInteger && BigInt(to) <= 9_000_000_000_000n)
  }
  return false
}

it(
  'every change of a checked member is refused',
  async () => {
    const counts = { checked: 0, shown: 0 }
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...routeNames), fc.nat(), fc.nat(), async (name, at, by) => {
        const { route, answer } = planned.get(name) ?? expect.unreachable(name)
        // Where the caller says nothing about contracts, the one that is called is shown.
        const shows = Object.hasOwn(contracts, route.source_asset_chain_id) ? /^$/ : /\/evm_tx\/to$/
        const all = leaves(answer).filter(
          ({ path, value }) =>
            !shows.test(path.join('/')) &&
            !NOT_CHECKED.some((each) =>
              each.test(`/${path.join('/')}${value === 169 ? '169' : ''}`),
            ),
        )
        const leaf = all[at % all.length] ?? expect.unreachable('no member')
        const values = others(leaf)
        const to = values[by % values.length]
        const msgs = async (): Promise<MsgsResponse> =>
          JSON.parse(JSON.stringify(changed(answer, leaf.path, to)))
        const was = await planRoute(routing, route, { addresses, contracts })
        const result = await planRoute({ ...routing, msgs }, route, { addresses, contracts }).catch(
          (error: unknown) => error,
        )
        const what = `${name} ${leaf.path.join('/')}: ${JSON.stringify(leaf.value)} → ${JSON.stringify(to)}`
        if (result instanceof PlanError) counts.checked++
        else {
          // A recipient that is gone from the message of an unknown contract is shown instead, and so is a plain memo.
          const shown = (plan: typeof was) =>
            plan.transactions.flatMap(({ unchecked }) => unchecked).length
          const isShown = to === undefined || typeof to === 'object' || leaf.path.at(-1) === 'memo'
          expect(isShown, `${what}\n${String(result)}`).toBe(true)
          expect('transactions' in Object(result) && shown(Object(result)) > shown(was), what).toBe(
            true,
          )
          counts.shown++
        }
      }),
      { ...runs(250), numRuns: lengthOf(250) },
    )
    expect(counts.checked).toBeGreaterThan(counts.shown * 20)
  },
  patienceMs,
)

/** Lists and objects by their place; those of JSON inside texts have `{}` in it. */
function holders(value: unknown, path: readonly string[] = []): Leaf[] {
  if (typeof value === 'string' && /^\{.*\}$/s.test(value))
    return holders(JSON.parse(value), [...path, '{}'])
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.entries(value).flatMap(([name, each]) => holders(each, [...path, name]))
  return [{ path, value }, ...inside]
}

/** Coins and timeouts have no members that anybody reads beside ours; where swaps go, their minimum makes up for. */
const NO_MEMBERS =
  /\/(?:token|amount|funds|max_fee|timeout_height|native|operations|user_swap)(?:\/|$)|^(?!.*\{\})/

/** A list with an entry less, an entry twice, or in another order; an object with a member more. */
function restructured({ path, value }: Leaf, by: number): unknown {
  const place = `/${path.join('/')}`
  if (Array.isArray(value)) {
    if (value.length === 0 || /^\/msgs|\/path$|\/operations$|approvals$/.test(place))
      return undefined
    const changes = [value.slice(1), [...value, value[0]], value.toReversed()]
    const to = changes[by % (value.length > 1 ? 3 : 2)]
    return JSON.stringify(to) === JSON.stringify(value) ? undefined : to
  }
  const names = Object.keys(Object(value))
  const [name = 'x'] = names.slice(by % Math.max(names.length, 1))
  if (NO_MEMBERS.test(place) || name === '') return undefined
  const camel = name.replace(/_(\w)/g, (_, each: string) => each.toUpperCase())
  const other = [`${name}_2`, name.toUpperCase(), camel === name ? `_${name}` : camel][by % 3]
  return { ...Object(value), [other ?? 'x']: OTHERS[0] }
}

it(
  'a list in another form, and a member more, are refused or shown',
  async () => {
    const counts = { refused: 0, shown: 0 }
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...routeNames), fc.nat(), fc.nat(), async (name, at, by) => {
        const { route, answer } = planned.get(name) ?? expect.unreachable(name)
        const all = holders({ txs: answer.txs }).flatMap((holder) => {
          const to = restructured(holder, by)
          return to === undefined ? [] : [{ path: holder.path, to }]
        })
        const { path, to } = all[at % all.length] ?? expect.unreachable('nothing to change')
        const msgs = async (): Promise<MsgsResponse> =>
          JSON.parse(JSON.stringify(changed(answer, path, to)))
        const notes = ({ transactions }: Awaited<ReturnType<typeof planRoute>>) =>
          transactions.flatMap(({ unchecked }) => unchecked).length
        const was = notes(await planRoute(routing, route, { addresses, contracts }))
        const what = `${name} ${path.join('/')} → ${JSON.stringify(to)}`
        const result: unknown = await planRoute({ ...routing, msgs }, route, {
          addresses,
          contracts,
        }).then(notes, (error: unknown) => error)
        if (typeof result === 'number') {
          expect(result, what).toBeGreaterThan(was)
          counts.shown++
        } else {
          expect(result, what).toBeInstanceOf(PlanError)
          counts.refused++
        }
      }),
      { ...runs(100), numRuns: lengthOf(100) },
    )
    expect(counts.refused).toBeGreaterThan(10)
    expect(counts.shown).toBeGreaterThan(0)
  },
  patienceMs,
)

it('a spender that neither the route nor the caller names is refused, whichever contract is called', async () => {
  const evil = OTHERS[2] ?? ''
  let spenders = 0
  for (const [name, { route, answer }] of planned) {
    for (const [at, tx] of (answer.txs ?? []).entries()) {
      for (const index of tx.evm_tx?.required_erc20_approvals?.keys() ?? []) {
        const evm = ['txs', String(at), 'evm_tx']
        const other = changed(
          answer,
          [...evm, 'required_erc20_approvals', String(index), 'spender'],
          evil,
        )
        for (const msgs of [other, changed(other, [...evm, 'to'], evil)]) {
          for (const own of [{}, contracts, { ...contracts, '10': [] }]) {
            const client = { ...routing, msgs: async () => msgs as MsgsResponse }
            const plan = planRoute(client, route, { addresses, contracts: own })
            await expect(plan, name).rejects.toThrow(`/spender (operation 0): ${evil} is not named`)
          }
        }
        spenders++
      }
    }
  }
  expect(spenders).toBe(4)
})

it('a message more is refused', async () => {
  for (const [name, { route, answer }] of planned) {
    const [tx] = answer.txs ?? []
    if (!tx?.cosmos_tx) continue
    const { chain_id } = tx.cosmos_tx
    const from_address = tx.cosmos_tx.signer_address
    const more = { from_address, to_address: OTHERS[0], amount: [{ denom: 'uatom', amount: '1' }] }
    const message = { msg: JSON.stringify(more), msg_type_url: '/cosmos.bank.v1beta1.MsgSend' }
    const msgs = [...(tx.cosmos_tx.msgs ?? []), message]
    const with1 = { ...answer, txs: [{ ...tx, cosmos_tx: { ...tx.cosmos_tx, msgs } }] }
    const plan = planRoute({ ...routing, msgs: async () => with1 as MsgsResponse }, route, {
      addresses,
      contracts,
    })
    await expect(plan, `${name} on ${chain_id}`).rejects.toBeInstanceOf(PlanError)
  }
})
