import { createShopClient, matchPayment } from '@acme/shop'

const { SHOP_URL = '', SHOP_KEY = '' } = process.env
const shop = createShopClient({ baseUrl: SHOP_URL, credentials: { login: SHOP_KEY } })
const { data } = await shop.listOrders({ limit: 4 })
for (const { payment } of data) {
  if (!payment) continue
  console.log(
    matchPayment(payment, {
      card: ({ last4 }) => `card ${last4}`,
      transfer: ({ iban }) => `transfer ${iban}`,
      unknown: () => 'other',
    }),
  )
}
