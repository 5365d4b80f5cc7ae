import { createShopClient } from '@acme/shop'

const { SHOP_URL = '', SHOP_KEY = '' } = process.env
const shop = createShopClient({ baseUrl: SHOP_URL, credentials: { login: SHOP_KEY } })
const { status, headers } = await shop.answer.createOrder({ item: 'lamp', quantity: 1 })
if (status === 201) console.log(headers.Location)
