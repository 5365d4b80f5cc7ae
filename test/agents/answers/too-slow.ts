import { createShopClient, isTimeoutError } from '@acme/shop'

const { SHOP_URL = '', SHOP_KEY = '' } = process.env
const shop = createShopClient({ baseUrl: SHOP_URL, credentials: { login: SHOP_KEY } })
try {
  await shop.getOrder({ orderId: 'slow' }, { timeoutMs: 300 })
} catch (error) {
  if (!isTimeoutError(error)) throw error
  console.log('too slow')
}
