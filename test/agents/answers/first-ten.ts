import { createShopClient } from '@acme/shop'

const { SHOP_URL = '', SHOP_KEY = '' } = process.env
const shop = createShopClient({ baseUrl: SHOP_URL, credentials: { login: SHOP_KEY } })
let left = 10
for await (const { id } of shop.listAllOrders()) {
  console.log(id)
  if (--left === 0) break
}
