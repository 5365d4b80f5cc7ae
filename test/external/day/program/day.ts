// The day of a team, wherever it runs: all programs against one server, and what each of them should say.
import { byFunctions, lend, tryToLend } from './answers.js'
import { exported, photos, triedToWatch, watched, watchedWhole } from './bodies.js'
import { impatient, pay } from './calls.js'
import { streamsWithoutServer, withoutServer } from './first-day.js'
import { traced } from './middleware.js'
import { everything, resumed } from './pages.js'
import { together } from './sign-in.js'

type Step = readonly [name: string, run: () => Promise<unknown>, expected: unknown]

/** `the day: 18 of 18`, and what is different. */
export async function day(baseUrl: string): Promise<string> {
  const steps = stepsAt(baseUrl)
  const wrong: string[] = []
  for (const [name, run, expected] of steps) {
    const found = await run().catch((error: unknown) => `${error}`)
    const [is, should] = [found, expected].map((each) => JSON.stringify(each))
    if (is !== should) wrong.push(`${name}: ${is}`)
  }
  return [`the day: ${steps.length - wrong.length} of ${steps.length}`, ...wrong].join('; ')
}

function stepsAt(baseUrl: string): Step[] {
  const control = (what: string): Promise<Response> =>
    fetch(`${baseUrl}/control/${what}`, { method: 'POST' })
  const since = '2026-11-01T07:30:00Z'
  const loans = ['l0', 'l1', 'l2', 'l3', 'l4', 'l5', 'l6']
  return [
    [
      'everything',
      () => everything(baseUrl),
      {
        tools: ['hand', 'power', 'garden tool', '3d-printer', 'of the future'],
        found: ['t0', 't1', 't2', 't3', 't4'],
        loans: loans.map(() => Date.parse(since)),
        events: [1, 2, 3],
        members: ['member 0', 'member 1', 'member 2'],
        branches: ['North', 'South'],
        visits: [10, 11, 12, 13, 14],
      },
    ],
    ...[1, 3, 5].map((at): Step => [`resumed at ${at}`, () => resumed(baseUrl, at), loans]),
    ['lend', () => lend(baseUrl, 't1'), '/v2/loans/l7 since 7, 150 cents, application/json'],
    ['queue', () => lend(baseUrl, 'rare'), 'place 3, ask again in 60 s'],
    ['try', () => tryToLend(baseUrl, 'taken'), 'lent to Ann'],
    ['by functions', () => byFunctions(baseUrl), '200 true No such loan'],
    [
      'pay',
      async () => {
        await control('busy/2')
        return pay(baseUrl)
      },
      'l8',
    ],
    ['impatient', () => impatient(baseUrl), true],
    [
      'traced',
      async () => {
        await control('busy/1')
        return traced(baseUrl)
      },
      ['GET /loans/{loan-id} loans', '1: 503', 'again after 1', '2: 200'],
    ],
    [
      'together',
      () => together(baseUrl, () => control('expire')),
      ['l1', 'l2', 'l3', 'refused', 'l1'],
    ],
    ['photos', () => photos(baseUrl), '300,300,"300",20,21,Too large'],
    ['watched', () => watched(baseUrl), ['late since 1', 'heartbeat: ping', 'note: returned']],
    [
      'watched as a whole',
      () => watchedWhole(baseUrl),
      [200, 2, new Date(since), 'heartbeat', 'note', 'changed'],
    ],
    ['tried to watch', () => triedToWatch(baseUrl, 'l9'), 'No such loan'],
    ['exported', async () => (await exported(baseUrl)).length, 5],
    ['without a server', withoutServer, [true, true, 'string']],
    ['streams without a server', streamsWithoutServer, [true, 'note: string', true, true]],
  ]
}
