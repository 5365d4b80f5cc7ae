import { createShopClient } from '@acme/shop'
import { mockShop } from '@acme/shop/mock'

const shop = createShopClient({
  fetch: mockShop({
    getOrder: ({ orderId }) => ({
      id: orderId,
      state: 'sent',
      total: '100',
      createdAt: '2026-01-01T00:00:00Z',
    }),
  }),
})
console.log((await shop.getOrder({ orderId: 'o1' })).state)
