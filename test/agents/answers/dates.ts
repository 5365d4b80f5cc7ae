import { createShopClient } from '@acme/shop'
import { responseDecoders } from '@acme/shop/decode'
import { toDate } from '@tagwire/runtime/decode'

const { SHOP_URL = '', SHOP_KEY = '' } = process.env
const shop = createShopClient({
  baseUrl: SHOP_URL,
  credentials: { login: SHOP_KEY },
  decode: responseDecoders,
})
const date = toDate((await shop.getOrder({ orderId: 'o10' })).createdAt)
console.log(`${date.getUTCFullYear()}-${date.getUTCMonth() + 1}`)
