/** What a rule for names knows of an operation. */
export interface NamedOperation {
  /** As in the document; for JSON-RPC, the name of the method. */
  readonly operationId: string | undefined
  /** `GET`; for JSON-RPC, the name of the method. */
  readonly method: string
  /** `/orders/{id}`; empty for JSON-RPC. */
  readonly path: string
  readonly tags: readonly string[]
}

/** What a rule for names knows of a type: a schema of the components. */
export interface NamedType {
  /** As in the document. */
  readonly name: string
}

/**
 * Names of methods. `'fastapi'` drops path and method from `get_order_api_v1_orders__id__get`, `'nestjs'` the controller
 * from `OrdersController_findOne`. A function returns a name in any spelling, or nothing to keep the usual one.
 */
export type OperationNaming =
  | 'fastapi'
  | 'nestjs'
  | ((operation: NamedOperation) => string | undefined)

/** Names of types. `'fastapi'` drops the module from `app__models__Order`. */
export type TypeNaming = 'fastapi' | ((type: NamedType) => string | undefined)

/**
 * Groups of methods. With `'tags'`, `listOrders` of the tag `orders` is also `client.orders.list`. A function returns
 * `'orders.list'`, only the group (`'orders'`), or nothing for no group.
 */
export type ResourceNaming =
  | 'tags'
  | ((operation: NamedOperation & { readonly name: string }) => string | undefined)

/** Rules for names; `x-tagwire-name` in the document takes precedence. */
export interface Naming {
  /** `'Shop'` for `createShopClient`, `ShopClient` and `mockShop`; by default, the name of the package or the folder. */
  readonly client?: string
  readonly operation?: OperationNaming
  readonly type?: TypeNaming
  readonly resource?: ResourceNaming
}

/** Whether only a program can tell the names: such rules can be neither compared nor sent to a thread. */
export function isProgram({ operation, type, resource }: Naming = {}): boolean {
  return [operation, type, resource].some((rule) => typeof rule === 'function')
}

/** Names that a rule proposes, the best first; none if it has nothing to say. */
export function proposedNames(rule: OperationNaming, operation: NamedOperation): unknown[] {
  if (typeof rule === 'function') return proposals(rule(operation))
  const { operationId } = operation
  if (operationId === undefined) return []
  if (rule === 'nestjs') return withoutController(operationId)
  const short = withoutPath(operationId, operation)
  return short === undefined ? [] : [short, operationId]
}

export function proposedTypeName(rule: TypeNaming, { name }: NamedType): unknown {
  if (typeof rule === 'function') return rule({ name })
  const [, last] = /__([A-Za-z]\w*)$/.exec(name.replace(/_+$/, '')) ?? []
  return last?.split('__').pop()
}

function proposals(name: unknown): unknown[] {
  return name === undefined ? [] : [name]
}

/**
 * FastAPI adds path and method to the name of the function; what separates them differs. The second of two functions
 * with the same name keeps all of it.
 */
function withoutPath(id: string, { path, method }: NamedOperation): string | undefined {
  const added = Array.from(`${path}${method}`.toLowerCase()).filter(isWord)
  const left = Array.from(id)
  while (added.length > 0) {
    const last = left.pop()
    if (last === undefined) return undefined
    if (isWord(last) && last.toLowerCase() !== added.pop()) return undefined
  }
  return left.some(isWord) ? left.join('') : undefined
}

function isWord(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character)
}

/** Two controllers often have the same methods: the second one then keeps its resource. */
function withoutController(id: string): string[] {
  const [, resource, name] = /^(.+?)Controller_(.+)$/.exec(id) ?? []
  return resource && name ? [name, `${resource} ${name}`] : []
}
