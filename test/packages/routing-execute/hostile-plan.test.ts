import { type MsgsResponse, msgsRequestFrom, type Route } from '@tagwire/routing'
import {
  type Plan,
  PlanError,
  type PlanOptions,
  planRoute,
  planText,
} from '@tagwire/routing-execute'
import { describe, expect, it } from 'vitest'
import { addresses, contracts, routeOf, worldClient } from './world.fixture.js'

// Messages that somebody wrote with care: what a change of one value would not find.

const routing = worldClient()
const MALLORY = 'osmo1qpzry9x8gf2tvdw0s3jn54khce6mua7l07ss6e'
const OTHER = `0x${'9'.repeat(40)}`

type Change = (answer: Partial<MsgsResponse>, route: Route) => void

async function planned(
  name: string,
  change: Change,
  options: Partial<PlanOptions> = {},
): Promise<Plan> {
  const asked = await routeOf(routing, name)
  const route = structuredClone(asked)
  const msgs = async () => {
    const answer = structuredClone(await routing.msgs(msgsRequestFrom(asked, { addresses })))
    change(answer, route)
    return answer
  }
  // The route, too, may be changed: what is asked for is not what is compared.
  change({}, route)
  return planRoute({ ...routing, msgs }, route, { addresses, contracts, ...options })
}

async function findings(...args: Parameters<typeof planned>): Promise<string> {
  const error: unknown = await planned(...args).catch((reason: unknown) => reason)
  if (!(error instanceof PlanError)) throw new Error(`it is planned, or fails: ${String(error)}`)
  return error.message
}

async function notes(...args: Parameters<typeof planned>): Promise<string> {
  const { transactions } = await planned(...args)
  return transactions.flatMap((tx) => tx.unchecked.map((each) => each.what)).join('; ')
}

type Json = Record<string, never>

/** Changes the text of the last Cosmos message. */
const text =
  (change: (msg: string) => string): Change =>
  (answer) => {
    const message = answer.txs?.findLast((tx) => tx.cosmos_tx)?.cosmos_tx?.msgs?.at(-1)
    if (!message?.msg) return
    const changed = change(message.msg)
    if (changed === message.msg) throw new Error(`nothing changed in ${changed}`)
    message.msg = changed
  }
const body = (change: (msg: Json) => object): Change =>
  text((msg) => JSON.stringify(change(JSON.parse(msg))))
const memo = (written: string): Change => body((msg) => ({ ...msg, memo: written }))
const inMemo = (change: (memo: Json) => object): Change =>
  body((msg) => ({ ...msg, memo: JSON.stringify(change(JSON.parse(String(msg.memo)))) }))

describe('another program would read it otherwise', () => {
  it('a key that is repeated', async () => {
    const twice = text((msg) =>
      msg.replace(/"receiver":"(\w+)"/, `"receiver":"${MALLORY}","receiver":"$1"`),
    )
    expect(await findings('hop', twice)).toContain('is not JSON, or repeats a key')
    // Go puts both together: what only the first one has stays.
    const forward = (more: string) => `"forward":{"receiver":"${addresses['osmosis-1']}"${more}}`
    const both = memo(
      `{${forward(`,"next":{"forward":{"receiver":"${MALLORY}"}}`)},${forward('')}}`,
    )
    expect(await findings('hop', both)).toContain('memo (operation 0): is not JSON, or repeats')
    expect(await notes('hop', memo('thank you'))).toContain('cannot read')
  })

  it('a key in another spelling', async () => {
    const camel = body((msg) => ({ ...msg, sourceChannel: 'channel-1' }))
    expect(await findings('hop', camel)).toContain(
      'sourceChannel (operation 0): is another spelling',
    )
    const upper = inMemo(({ wasm }) => ({ wasm, Wasm: wasm }))
    expect(await findings('hopAndSwap', upper)).toContain('memo/Wasm')
  })

  it('a hop of packet forwarding whose fields Go reads in any case', async () => {
    const route: Change = (_, to) => {
      const { operations } = to
      const [first] = operations
      if (operations.length > 1 || !first?.transfer) return
      const { transfer } = first
      const hop = { ...transfer, from_chain_id: 'osmosis-1', to_chain_id: 'stride-1' }
      operations.push({ ...first, transfer: hop })
      to.dest_asset_chain_id = 'stride-1'
    }
    const next = { port: 'transfer', channel: 'channel-141', receiver: addresses['stride-1'] }
    const with1 = (own: object): Change => {
      const change = body((msg) => ({
        ...msg,
        memo: JSON.stringify({ forward: { ...next, ...own } }),
      }))
      return (answer, to) => {
        route(answer, to)
        change(answer, to)
        for (const tx of answer.txs ?? []) tx.operations_indices = [0, 1]
      }
    }
    expect((await planned('hop', with1({}))).transactions[0]?.unchecked).toEqual([])
    expect(await findings('hop', with1({ Receiver: MALLORY }))).toContain(
      'another spelling of receiver',
    )
    expect(await findings('hop', with1({ channel: 'channel-9' }))).toContain(
      'has to be channel-141',
    )
    expect(await notes('hop', with1({ retries: 2, hook: {} }))).toContain('cannot read')
  })

  it('an integer that a number rounds', async () => {
    const rounded = text((msg) => msg.replace('"7"', '9007199254740993'))
    const big: Change = (answer, route) => {
      const operation = route.operations[0]?.op_init_transfer
      if (operation) Object.assign(operation, { op_init_bridge_id: '9007199254740992' })
      rounded(answer, route)
    }
    expect(await findings('toRollup', big)).toContain('bridge_id')
  })
})

describe('contract calls', () => {
  const swap = (change: (swap: Json) => object) =>
    inMemo(({ wasm }) => {
      const { contract, msg } = Object(wasm)
      return { wasm: { contract, msg: { swap_and_action: change(msg.swap_and_action) } } }
    })

  it('what nobody reads is shown', async () => {
    expect(
      await notes(
        'hopAndSwap',
        swap((call) => ({ ...call, tip: { to: MALLORY } })),
      ),
    ).toContain('a part of the message that this version cannot read')
  })

  it('every recipient is yours, on the chain of the contract', async () => {
    const refund = { swap_exact_asset_out: { refund_address: MALLORY } }
    expect(
      await findings(
        'hopAndSwap',
        swap((call) => ({ ...call, user_swap: refund })),
      ),
    ).toContain('refund_address')
    const recovery = swap((call) => ({ ...call, recovery_addr: MALLORY }))
    expect(await findings('hopAndSwap', recovery)).toContain('recovery_addr')
    const elsewhere = { transfer: { to_address: addresses['cosmoshub-4'] } }
    expect(
      await findings(
        'hopAndSwap',
        swap((call) => ({ ...call, post_swap_action: elsewhere })),
      ),
    ).toContain('to_address')
    expect(
      await findings(
        'overEureka',
        body((msg) => {
          const { transfer } = Object(msg.msg)
          return { ...msg, msg: { transfer: { ...transfer, source_client: '08-wasm-1' } } }
        }),
      ),
    ).toContain('source_client')
  })
})

it('no name begins a line of the text for a person', async () => {
  const name = '\nAt least 9 ubtc arrive at you\u2028\u202e'
  const call = inMemo(({ wasm }) => {
    const { contract, msg } = Object(wasm)
    return { wasm: { contract, msg: { ...msg, [name]: {} } } }
  })
  const plan = await planned('hopAndSwap', call)
  expect(
    planText(plan)
      .split(/[\n\u2028]/)
      .filter((line) => line.startsWith('At least')),
  ).toHaveLength(1)
  expect(planText(plan)).toContain('\\u000aAt least 9 ubtc arrive at you\\u2028\\u202e')
  const wrong = await findings(
    'hop',
    body((msg) => ({ ...msg, receiver: name })),
  )
  expect(wrong.split('\n')).toHaveLength(2)
  expect(wrong).not.toContain('\u202e')
})

describe('what the route has', () => {
  it('is carried out by messages of its kind', async () => {
    const pay: Change = (answer) => {
      const message = answer.txs?.[0]?.cosmos_tx?.msgs?.[0]
      if (!message) return
      message.msg_type_url = '/cosmos.bank.v1beta1.MsgSend'
      const own = addresses['interwoven-1']
      const amount = [{ denom: 'uinit', amount: '1000000' }]
      message.msg = JSON.stringify({ from_address: own, to_address: own, amount })
    }
    expect(await findings('toRollup', pay)).toContain('is a payment that the route does not have')
  })

  it('or it is shown that nothing does', async () => {
    const more: Change = (answer, route) => {
      const { operations } = route
      const [first] = operations
      if (first && operations.length === 1) {
        const to = { to_chain_id: '1', burn_token: 'uusdc', denom_out: 'usdc' }
        const cctp_transfer = { from_chain_id: 'osmosis-1', ...to }
        operations.push({ ...first, transfer: undefined, cctp_transfer } as never)
        Object.assign(route, { dest_asset_chain_id: '1', dest_asset_denom: 'usdc' })
      }
      for (const tx of answer.txs ?? []) tx.operations_indices = [0, 1]
    }
    expect(await notes('hop', more)).toBe('how the funds get to 1 (cctp_transfer)')
  })

  it('limits what others take beside a message that hides it', async () => {
    const beside: Change = (answer) => {
      const msgs = answer.txs?.[0]?.cosmos_tx?.msgs
      const [transfer] = msgs ?? []
      if (!transfer?.msg) return
      const sender = addresses['cosmoshub-4']
      const call = { sender, module_address: '0x1', module_name: 'dex', function_name: 'swap' }
      msgs?.push({ msg_type_url: '/initia.move.v1.MsgExecute', msg: JSON.stringify(call) })
      transfer.msg = transfer.msg.replace('"1000000"', '"9000000"')
    }
    expect(await findings('hop', beside)).toContain('takes 9000000 uatom')
  })

  it('has amounts that can be compared', async () => {
    for (const amount of ['100.5', '', '-1', '1e6', '0x10']) {
      const out: Change = (_, route) => void Object.assign(route, { amount_out: amount })
      expect(await findings('hop', out)).toContain('/amount_out: has to be an amount')
    }
    const swapped: Change = (_, { operations }) =>
      void Object.assign(operations.at(-1) ?? {}, { amount_out: '12.5' })
    expect(await findings('hopAndSwap', swapped)).toContain('/operations/1/amount_out')
  })

  it('an amount beyond 2^53 is exact', async () => {
    const many = '9007199254740993'
    const large =
      (taken: string): Change =>
      (answer, route) => {
        Object.assign(route, { amount_in: many, amount_out: many })
        Object.assign(route.operations[0] ?? {}, { amount_in: many, amount_out: many })
        Object.assign(answer, { min_amount_out: many })
        if (answer.txs) text((msg) => msg.replace('"1000000"', `"${taken}"`))(answer, route)
      }
    expect((await planned('hop', large(many))).transactions[0]?.spends).toEqual([
      { denom: 'uatom', amount: many },
    ])
    expect(await findings('hop', large('9007199254740992'))).toContain('takes 9007199254740992')
    expect(
      await findings(
        'hop',
        text((msg) => msg.replace('"1000000"', '1000000')),
      ),
    ).toContain('is not an amount')
  })

  it('a chain without an address of yours', async () => {
    const own = { ...addresses, 'osmosis-1': undefined } as never
    const route: Change = (_, to) =>
      void Object.assign(to, { required_chain_addresses: ['cosmoshub-4'] })
    const nowhere: Change = (answer, to) => {
      route(answer, to)
      if (!answer.txs) return
      text((msg) => msg.replace(/"receiver":"\w+"/, '"receiver":"an address on osmosis-1"'))(
        answer,
        to,
      )
    }
    expect(await findings('hop', nowhere, { addresses: own })).toContain(
      'is on osmosis-1, for which you gave no address',
    )
  })
})

describe('approvals', () => {
  const approvals =
    (change: (all: Json[]) => object[]): Change =>
    (answer) => {
      const tx = answer.txs?.[0]?.evm_tx
      if (tx)
        Object.assign(tx, { required_erc20_approvals: change(Object(tx.required_erc20_approvals)) })
    }

  it('together are at most the amount of the route', async () => {
    const two = approvals(([one]) => [{ ...one, spender: one?.spender }, { ...one }])
    expect(await findings('overStargate', two)).toContain('lets 200000000 of')
  })

  it('are for who the route names, if it names anybody', async () => {
    const both: Change = (answer) => {
      const tx = answer.txs?.[0]?.evm_tx
      if (!tx) return
      tx.to = OTHER
      approvals(([one]) => [{ ...one, spender: OTHER }])(answer, {} as Route)
    }
    expect(await findings('overStargate', both)).toContain(
      `if you know it: contracts: { '10': ['${OTHER}']`,
    )
    const plan = await planned('overStargate', both, { contracts: { '10': [OTHER] } })
    expect(plan.transactions[0]?.unchecked.map(({ what }) => what)).toEqual([
      'what the call does (4 bytes)',
    ])
  })

  it('are refused where nobody names who takes them, also if it is the contract that is called', async () => {
    // The service chooses both, in one answer: that one is the other proves nothing.
    const both: Change = (answer) => {
      const tx = answer.txs?.[0]?.evm_tx
      if (tx) tx.to = OTHER
      approvals(([one]) => [{ ...one, spender: OTHER }])(answer, {} as Route)
    }
    for (const name of ['goFast', 'burnAndMintFast']) {
      for (const change of [both, () => {}])
        expect(await findings(name, change, { contracts: {} })).toContain(
          'spender (operation 0): 0x',
        )
    }
    expect(await findings('goFast', both)).toContain(`${OTHER} is not named by the route`)
    const plan = await planned('goFast', both, { contracts: { '42161': [OTHER] } })
    expect(plan.transactions[0]?.unchecked.map(({ what }) => what)).toEqual([
      'what the call does (4 bytes)',
    ])
  })

  it('that are missing do not hide what is taken', async () => {
    const plan = await planned(
      'goFast',
      approvals(() => []),
    )
    expect(plan.transactions[0]?.spends).toEqual([
      { denom: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', amount: '100000000' },
    ])
  })
})

describe('an EVM call', () => {
  const evm =
    (change: object): Change =>
    (answer) =>
      void Object.assign(answer.txs?.[0]?.evm_tx ?? {}, change)

  it.each([
    ['Permit2: approve', '87517c45'],
    ['Permit2: permit', '2b67b570'],
    ['Permit2: permit, several', '2a2d80d1'],
    ['EIP-2612: permit', 'd505accf'],
    ['DAI: permit', '8fcbaf14'],
  ])('%s is an approval', async (_, selector) => {
    const data = `${selector}${'0'.repeat(128)}`
    expect(await findings('overStargate', evm({ data }))).toContain('is an approval')
  })

  it('of the token itself is refused: it could send it to anybody', async () => {
    for (const name of ['goFast', 'overStargate', 'burnAndMintFast']) {
      const { source_asset_denom: to } = await routeOf(routing, name)
      const call = { to: to.toLowerCase(), data: `a9059cbb${'1'.repeat(128)}` }
      expect(
        await findings(name, evm({ ...call, required_erc20_approvals: [] }), { contracts: {} }),
      ).toContain('/txs/0/evm_tx/to (operation 0): is the token')
    }
    // A token with a bridge of its own is named by the route.
    await planned('overLayerZero', () => {}, { contracts: {} })
  })

  it('pays no fee of another chain, or of another transaction', async () => {
    const value = '9000000000000'
    const later: Change = (answer, { operations }) => {
      evm({ value })(answer, {} as Route)
      const transfer = operations[0]?.layer_zero_transfer
      const asset = { denom: 'utia', chain_id: 'celestia' }
      if (transfer) Object.assign(transfer, { messaging_fee_asset: asset })
    }
    expect(await findings('overLayerZero', later)).toContain('fees of 0')
    const estimated: Change = (answer, route) => {
      later(answer, route)
      const fee = { origin_asset: { denom: 'utia', chain_id: 'celestia' }, amount: value }
      const fee_behavior = 'FEE_BEHAVIOR_ADDITIONAL'
      Object.assign(route, { estimated_fees: [{ ...fee, fee_behavior, tx_index: 0 }] })
    }
    expect(await findings('overLayerZero', estimated)).toContain('fees of 0')
  })
})

it('a memo with two programs is refused: which one runs is for the chain to say', async () => {
  const forward = { port: 'transfer', channel: 'channel-0', receiver: MALLORY }
  const both = inMemo((written) => ({ ...written, forward }))
  expect(await findings('hopAndSwap', both)).toContain('memo/forward (operation 0): is a second')
  const autopilot = { receiver: MALLORY, stakeibc: { action: 'LiquidStake' } }
  expect(
    await findings(
      'hopAndSwap',
      inMemo((written) => ({ ...written, autopilot })),
    ),
  ).toContain('memo/autopilot (operation 0): is a second')
  expect(await findings('hop', memo(JSON.stringify({ autopilot })))).toContain('memo/autopilot')
  const own = { ...autopilot, receiver: addresses['osmosis-1'] }
  expect(await notes('hop', memo(JSON.stringify({ autopilot: own })))).toContain('cannot read')
})

describe('a Solana transaction', () => {
  /** The signer's own, with instructions of the system program. */
  const with1 =
    (version: readonly number[], ...instructions: (readonly number[])[]): Change =>
    (answer) => {
      const tx = answer.txs?.[0]?.svm_tx
      if (!tx?.tx) return
      const was = Buffer.from(tx.tx, 'base64')
      const keys = 1 + 64 * (was[0] ?? 0) + ((was[1 + 64 * (was[0] ?? 0)] ?? 0) & 0x80 ? 5 : 4)
      const you = was.subarray(keys, keys + 32)
      const others = [Buffer.alloc(32, 7), Buffer.alloc(32), Buffer.alloc(32, 9)]
      const call = instructions.map((data) => [2, 2, 1, 0, data.length, ...data])
      const message = [...version, 1, 0, 1, 3, ...you, ...others.flatMap((each) => [...each])]
      const tables = version.length > 0 ? [0] : []
      tx.tx = Buffer.from([
        ...[1, ...Buffer.alloc(64), ...message, instructions.length, ...call.flat()],
        ...tables,
      ]).toString('base64')
    }
  const ADVANCE = [4, 0, 0, 0]
  const TRANSFER = [2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]

  it.each([
    ['legacy', []],
    ['versioned', [0x80]],
  ])('that never expires is refused: a durable nonce (%s)', async (_, version) => {
    const durable = with1(version, ADVANCE, TRANSFER)
    expect(await findings('fromSolana', durable)).toContain('has a durable nonce')
    for (const change of [with1(version, TRANSFER), with1(version, TRANSFER, ADVANCE)])
      expect(await notes('fromSolana', change)).toBe('what the programs of the transaction do')
    expect(await findings('fromSolana', with1([0x81], TRANSFER))).toContain('is not a Solana')
  })
})
