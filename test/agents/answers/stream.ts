import { createShopClient } from '@acme/shop'

const { SHOP_URL = '', SHOP_KEY = '' } = process.env
const shop = createShopClient({ baseUrl: SHOP_URL, credentials: { login: SHOP_KEY } })
let left = 3
for await (const { event, data } of shop.orderChanges()) {
  if (event !== 'created' && event !== 'paid') continue
  console.log(event, data?.id)
  if (--left === 0) break
}
