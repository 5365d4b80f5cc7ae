const ID = 'type: object, required: [id], properties: { id: { type: string } }'

/** A shop with a list of orders; what an order is can be chosen. */
export function ordersDocument(order: string = ID): string {
  return `openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: 'https://shop.example.com' }]
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        '200':
          description: All
          content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } }
components:
  schemas:
    Order: { ${order} }
`
}
