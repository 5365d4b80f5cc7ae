/** Groups of methods: the name of each in its group, and in the client. */
export type Resources = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * Adds groups of methods to a client: `client.orders.list` is `client.listOrders`. The generator guarantees that the
 * type fits the names.
 */
export function withResources<Client extends object>(client: object, groups: Resources): Client
export function withResources(client: object, groups: Resources): object {
  const made = Object.entries(groups).map(([group, names]) => {
    const methods = Object.entries(names).map(([name, now]) => [name, Reflect.get(client, now)])
    return [group, Object.fromEntries(methods)]
  })
  return Object.assign(client, Object.fromEntries(made))
}
