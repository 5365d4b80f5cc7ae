/** An order whose JSON has at least so many bytes. */
export function orderOf(bytes) {
  const lines = []
  const order = {
    customer: { id: 7, name: 'Ada Lovelace', country: 'NL' },
    lines,
    note: 'ring twice',
  }
  for (let index = 0; JSON.stringify(order).length < bytes; index++) {
    lines.push({
      sku: `A-${1000 + index}`,
      title: `Thing number ${index}, in a box`,
      quantity: 1 + (index % 5),
      price: 4.99 + index,
      gift: index % 3 === 0,
      tags: ['new', 'blue'],
    })
  }
  return JSON.stringify(order)
}
