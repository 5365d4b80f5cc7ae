import { createShopClient } from '@acme/shop'

const { SHOP_URL = '', SHOP_KEY = '' } = process.env
const shop = createShopClient({
  baseUrl: SHOP_URL,
  credentials: { login: SHOP_KEY },
  middleware: [
    {
      name: 'count',
      attempt: (request, next, { attempt }) => {
        const headers = new Headers(request.headers)
        headers.set('x-attempt', String(attempt))
        return next({ ...request, headers })
      },
    },
  ],
})
console.log((await shop.getOrder({ orderId: 'busy' })).state)
