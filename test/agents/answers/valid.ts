import { createShopClient, isValidationError } from '@acme/shop'
import { responseValidators } from '@acme/shop/validate'

const { SHOP_URL = '', SHOP_KEY = '' } = process.env
const shop = createShopClient({
  baseUrl: SHOP_URL,
  credentials: { login: SHOP_KEY },
  validate: responseValidators,
})
try {
  await shop.getOrder({ orderId: 'broken' })
} catch (error) {
  if (!isValidationError(error)) throw error
  for (const { path } of error.problems) console.log(path)
}
