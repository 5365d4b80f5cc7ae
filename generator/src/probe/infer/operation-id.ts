import { singular, wordsOf } from './path-templates.js'

const VERBS: Readonly<Record<string, string>> = {
  GET: 'get',
  POST: 'create',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
}

/** A name as a person would choose it: `listOrders`, `getOrder`, `createOrder`, `cancelOrder`. */
export function operationId(
  method: string,
  path: string,
  isList: boolean,
  taken: ReadonlySet<string>,
): string {
  const segments = path.split('/').filter((each) => each !== '' && !/^v\d+$/i.test(each))
  const words = segments.filter((each) => !each.startsWith('{'))
  const last = words.at(-1) ?? 'root'
  const isOne = segments.at(-1)?.startsWith('{') === true
  const before = segments.at(-2)
  // `POST /orders/{orderId}/cancel` does something to an order.
  const isAction = method === 'POST' && !isOne && before?.startsWith('{') && singular(last) === last
  const owner = words.at(-2)
  const name =
    isAction && owner !== undefined
      ? lower(wordsOf(last)) + wordsOf(singular(owner))
      : verbOf(method, isOne, isList) + wordsOf(isOne || method === 'POST' ? singular(last) : last)
  if (!taken.has(name)) return name
  const whole = (VERBS[method] ?? method.toLowerCase()) + words.map(wordsOf).join('')
  let unique = whole
  for (let number = 2; taken.has(unique); number++) unique = `${whole}${number}`
  return unique
}

function verbOf(method: string, isOne: boolean, isList: boolean): string {
  if (method === 'GET' && !isOne && isList) return 'list'
  return VERBS[method] ?? method.toLowerCase()
}

function lower(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}
