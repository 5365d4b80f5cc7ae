import { createShopClient } from '@acme/shop'

const { SHOP_URL = '', SHOP_KEY = '' } = process.env
const shop = createShopClient({ baseUrl: SHOP_URL, credentials: { login: SHOP_KEY } })
let sum = 0n
for await (const { total } of shop.listAllOrders()) sum += BigInt(total)
console.log(String(sum))
