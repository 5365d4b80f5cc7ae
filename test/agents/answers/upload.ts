import { createShopClient } from '@acme/shop'

const { SHOP_URL = '', SHOP_KEY = '' } = process.env
const shop = createShopClient({ baseUrl: SHOP_URL, credentials: { login: SHOP_KEY } })
const photo = new File(['pixels'], 'lamp.png', { type: 'image/png' })
await shop.addPhoto({ orderId: 'o1', body: { photo, comment: 'It works.' } })
console.log('done')
