import { createShopClient } from '@acme/shop'

const { SHOP_URL = '', SHOP_KEY = '' } = process.env
const shop = createShopClient({ baseUrl: SHOP_URL, credentials: { login: SHOP_KEY } })
const { status, data } = await shop.answer.createOrder({ item: 'lamp', quantity: 500 })
if (status === 201) console.log(data.id)
else console.log('waits for', data.approver)
