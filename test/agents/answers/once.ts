import { createShopClient } from '@acme/shop'

const { SHOP_URL = '', SHOP_KEY = '' } = process.env
const shop = createShopClient({ baseUrl: SHOP_URL, credentials: { login: SHOP_KEY } })
const { status, data } = await shop.answer.createOrder(
  { item: 'clock', quantity: 1 },
  { idempotencyKey: true },
)
if (status === 201) console.log(data.id)
