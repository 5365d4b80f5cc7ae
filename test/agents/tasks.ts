import type { Log } from './service.js'

/** Something to do with a generated package, with an end that a program can check. */
export interface Task {
  readonly name: string
  readonly asks: string
  /** Exactly what the program has to print, line by line. */
  readonly prints: readonly string[]
  /** What else has to be so: a complaint, or nothing. */
  readonly also?: (log: Log) => string | undefined
}

const ids = (from: number, to: number, step = 1): string[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => `o${from + at * step}`)

export const TASKS: readonly Task[] = [
  {
    name: 'create',
    asks: 'Order two lamps (item `lamp`), and print the id of the new order.',
    prints: ['n1'],
    also: ({ made }) => (made.length === 1 ? undefined : `${made.length} orders were made`),
  },
  {
    name: 'all-pages',
    asks: 'Print the ids of all orders, one in a line. The service answers with at most ten at a time.',
    prints: ids(1, 23),
  },
  {
    name: 'only-paid',
    asks: 'Print the ids of all orders that are paid, one in a line, without reading the others.',
    prints: ids(2, 23, 3),
    also: ({ requests }) =>
      requests.length === 1 ? undefined : `${requests.length} requests, one is enough`,
  },
  {
    name: 'first-ten',
    asks: 'Print the ids of the first ten orders, and read no more pages than needed.',
    prints: ids(1, 10),
    also: ({ requests }) =>
      requests.length === 1 ? undefined : `${requests.length} requests, one is enough`,
  },
  {
    name: 'not-found',
    asks: 'Print the state of the order `o999`, or `no such order` where the service says that there is none (404). Other failures must not be hidden.',
    prints: ['no such order'],
  },
  {
    name: 'refused',
    asks: 'Order 2000 lamps. The service refuses; print the status, a space, and the title of its answer, without `try` and `catch`.',
    prints: ['409 There are not enough of lamp.'],
  },
  {
    name: 'two-successes',
    asks: 'Order 500 lamps. If the order is made, print its id; if someone has to approve it, print `waits for` and the name of the approver.',
    prints: ['waits for carol'],
  },
  {
    name: 'response-header',
    asks: 'Order one lamp, and print the header `Location` of the answer.',
    prints: ['/orders/n1'],
  },
  {
    name: 'every-kind',
    asks: 'For each of the first four orders print how it is paid: `card` with the last four digits, `transfer` with the IBAN, and `other` for kinds that the package does not know. A new kind must not break the program.',
    prints: ['card 4242', 'transfer DE02', 'other', 'card 4242'],
  },
  {
    name: 'exact-total',
    asks: 'Print the exact sum of the totals of all orders. One of them is larger than a JavaScript number can hold.',
    prints: [String(9007199254740993n + BigInt(100 * ((23 * 24) / 2 - 7)))],
  },
  {
    name: 'dates',
    asks: 'Print the year and the month of the order `o10` as `2026-3`, from a `Date` in UTC.',
    prints: ['2026-3'],
  },
  {
    name: 'busy',
    asks: 'Print the state of the order `busy`. The service answers 503 twice before it answers.',
    prints: ['paid'],
  },
  {
    name: 'too-slow',
    asks: 'Read the order `slow`, wait at most 300 ms, and print `too slow` if there is no answer by then. Other failures must not be hidden.',
    prints: ['too slow'],
  },
  {
    name: 'once',
    asks: 'Order one clock (item `clock`), and print its id. The service may answer 503 after it has made the order; the program has to get through, and there must be one order.',
    prints: ['n1'],
    also: ({ made }) => (made.length === 1 ? undefined : `${made.length} orders were made`),
  },
  {
    name: 'upload',
    asks: 'Add a photo to the order `o1`: the file `lamp.png` with the bytes of the text `pixels`, and the comment `It works.` Print `done`.',
    prints: ['done'],
    also: ({ photos: [photo] }) =>
      photo?.name === 'lamp.png' && photo.bytes === 'pixels' && photo.comment === 'It works.'
        ? undefined
        : `the service received ${JSON.stringify(photo)}`,
  },
  {
    name: 'download',
    asks: 'Download the invoice of the order `o1`, and print how many bytes it has.',
    prints: ['1234'],
  },
  {
    name: 'stream',
    asks: 'Follow the changes of orders, and print `created` or `paid` with the id of the order, for the first three of them. Other events are left out. Then the program ends.',
    prints: ['created o4', 'paid o4', 'created o5'],
  },
  {
    name: 'valid',
    asks: 'Read the order `broken` with checks of the responses, and print the path of each problem, in the order in which the package reports them, one in a line.',
    prints: ['total', 'payment.card.last4'],
  },
  {
    name: 'every-request',
    asks: 'Read the order `busy`, and send the header `x-attempt` with every attempt: `1`, `2` and `3`. Print the state of the order.',
    prints: ['paid'],
    also: ({ requests }) => {
      const sent = requests.map(({ headers }) => headers['x-attempt']).join()
      return sent === '1,2,3' ? undefined : `x-attempt was ${sent}`
    },
  },
  {
    name: 'without-a-server',
    asks: 'Print the state of any order without calling the service: with the mock of the package, which answers `sent`.',
    prints: ['sent'],
    also: ({ requests }) => (requests.length === 0 ? undefined : 'the service was called'),
  },
]
