import { createShopClient } from '@acme/shop'

const { SHOP_URL = '', SHOP_KEY = '' } = process.env
const shop = createShopClient({ baseUrl: SHOP_URL, credentials: { login: SHOP_KEY } })
const { error, described } = await shop.attempt.createOrder({ item: 'lamp', quantity: 2000 })
if (described) console.log(error.status, error.body.title)
