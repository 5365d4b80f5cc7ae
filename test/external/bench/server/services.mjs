// The same service, several times: it checks an order and answers with it.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import fastify from 'fastify'
import { createServer, orderValidator } from './.cache/orders.mjs'

/** What has to be done in any case: JSON and the check. */
export async function bare(request) {
  const order = await request.json()
  if (!orderValidator.strict.is(order)) return new Response('', { status: 400 })
  return Response.json(order)
}

export function tagwire(checkResults = false) {
  const operations = { addOrder: ({ body }) => ({ status: 200, body }) }
  return createServer({ operations, checkResults })
}

export function hono() {
  const line = z.object({
    sku: z.string().min(1).max(40),
    title: z.string().optional(),
    quantity: z.number().int().min(1),
    price: z.number().min(0),
    gift: z.boolean().optional(),
    tags: z.array(z.string()).max(10).optional(),
  })
  const order = z.object({
    customer: z.object({
      id: z.number().int(),
      name: z.string().min(1),
      country: z.enum(['DE', 'FR', 'NL']).optional(),
    }),
    lines: z.array(line),
    note: z.string().max(200).optional(),
  })
  const content = { 'application/json': { schema: order } }
  const route = createRoute({
    method: 'post',
    path: '/shops/{shop}/orders',
    request: {
      params: z.object({ shop: z.coerce.number().int().min(1) }),
      query: z.object({ dryRun: z.enum(['true', 'false']).optional() }),
      body: { required: true, content },
    },
    responses: { 200: { description: 'The order as it was taken.', content } },
  })
  return new OpenAPIHono().openapi(route, (context) => context.json(context.req.valid('json'), 200))
}

const lineSchema = {
  type: 'object',
  required: ['sku', 'quantity', 'price'],
  properties: {
    sku: { type: 'string', minLength: 1, maxLength: 40 },
    title: { type: 'string' },
    quantity: { type: 'integer', minimum: 1 },
    price: { type: 'number', minimum: 0 },
    gift: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 10 },
  },
}
const orderSchema = {
  type: 'object',
  required: ['customer', 'lines'],
  properties: {
    customer: {
      type: 'object',
      required: ['id', 'name'],
      properties: {
        id: { type: 'integer' },
        name: { type: 'string', minLength: 1 },
        country: { type: 'string', enum: ['DE', 'FR', 'NL'] },
      },
    },
    lines: { type: 'array', items: lineSchema },
    note: { type: 'string', maxLength: 200 },
  },
}

export function fastifyApp() {
  const app = fastify()
  const schema = {
    params: { type: 'object', properties: { shop: { type: 'integer', minimum: 1 } } },
    querystring: { type: 'object', properties: { dryRun: { type: 'boolean' } } },
    body: orderSchema,
    response: { 200: orderSchema },
  }
  app.post('/shops/:shop/orders', { schema }, async ({ body }) => body)
  return app
}
