import { createShopClient, isApiError } from '@acme/shop'

const { SHOP_URL = '', SHOP_KEY = '' } = process.env
const shop = createShopClient({ baseUrl: SHOP_URL, credentials: { login: SHOP_KEY } })
try {
  console.log((await shop.getOrder({ orderId: 'o999' })).state)
} catch (error) {
  if (!isApiError(error) || error.status !== 404) throw error
  console.log('no such order')
}
