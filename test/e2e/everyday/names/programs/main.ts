// The names of a team: client, groups of methods, enumerations as objects, and names of before.
import { createBackOfficeClient as createDated } from './dated/index.js'
import { mockBackOffice } from './dated/mock.js'
import { createLedgerClient, http } from './ledger/index.js'
import { createShopClient as createPlain, type ShopClient } from './plain/index.js'
import { responseDecoders } from './shop/decode.js'
import { connectShop, createShopClient, OrderState, Priority } from './shop/index.js'
import { fetchOrder } from './shop/operations.js'

/** The type of a client has the groups, too. */
function list(shop: ShopClient): Promise<{ readonly id: string }[]> {
  return shop.orders.list()
}

export async function inGroups(baseUrl: string): Promise<readonly unknown[]> {
  const shop = createShopClient({ baseUrl })
  const [first] = await shop.orders.list()
  const text: string | undefined = first?.at
  const decoding = createShopClient({ baseUrl, decode: responseDecoders })
  const dated: Date = (await createDated({ baseUrl }).orders.get({ id: 'o1' })).at
  const onDemand: bigint = (await decoding.orders.get({ id: 'o1' })).at
  await shop.orders.cancel({ id: 'o1' })
  const { status } = await shop.answer.getOrder({ id: 'o1' })
  const events: string[] = []
  for await (const { data } of shop.orders.getStream({ id: 'o1' })) events.push(data)
  return [
    text,
    (await list(createPlain({ baseUrl }))).length,
    dated,
    typeof onDemand,
    status,
    events,
  ]
}

export async function ofBefore(baseUrl: string): Promise<readonly unknown[]> {
  const dated = createDated({ baseUrl })
  const at: Date = (await dated.fetchOrder({ id: 'o1' })).at
  const { data } = await dated.answer.fetchOrder({ id: 'o1' })
  const again: Date = data.at
  const events: string[] = []
  for await (const event of dated.fetchOrderStream({ id: 'o1' })) events.push(event.data)
  return [at, again, events, (await dated.getOrders()).length]
}

/** One operation by its earlier name, in a small bundle and in a test. */
export async function alone(baseUrl: string): Promise<readonly unknown[]> {
  const { id } = await connectShop({ baseUrl }).call(fetchOrder, { id: 'o1' })
  const fetch = mockBackOffice({ fetchOrder: () => ({ id: 'mocked', at: '2026-11-01T07:30:00Z' }) })
  const mocked = await createDated({ fetch }).getOrder({ id: 'o2' })
  return [id, mocked.id]
}

export async function ofMethods(): Promise<readonly unknown[]> {
  const fetch = async (_: string, { body }: RequestInit): Promise<Response> => {
    const { id, method, params } = JSON.parse(String(body))
    const result = method === 'count' ? 3 : params
    return Response.json({ jsonrpc: '2.0', id, result })
  }
  const ledger = createLedgerClient({ transport: http('http://127.0.0.1:1/', { fetch }) })
  const { id } = await ledger.lookUp({ id: 'e1' })
  return [id, await ledger.size(), await ledger.total({ timeoutMs: 1000 })]
}

export function constants(): readonly unknown[] {
  const state: 'open' = OrderState.Open
  const high: 10 = Priority.High
  const given: OrderState = OrderState.PAID
  const level: Priority = Priority.Low
  // @ts-expect-error
  const none: unknown = OrderState.Lost
  return [state, high, given, level, none, Object.isFrozen(OrderState)]
}
