// Status, headers and body of a success, told apart; and failures that are values.
import {
  answer,
  attempt,
  connectLibrary,
  createLibraryClient,
  isLoanState,
  operations,
} from './library/index.js'

const signedIn = (baseUrl: string) => ({ baseUrl, credentials: { desk: 'desk' } })

export async function lend(baseUrl: string, tool: string): Promise<string> {
  const library = createLibraryClient(signedIn(baseUrl))
  const made = await library.answer.createLoan({ tool })
  if (made.status === 202) {
    const seconds: number | undefined = made.headers['Retry-After']
    return `place ${made.data.position}, ask again in ${seconds} s`
  }
  const { data, headers, response } = made
  const since: Date = data.since
  const place: string = headers.Location
  const fee: number | undefined = headers['X-Fee-Cents']
  return `${place} since ${since.getUTCHours()}, ${fee} cents, ${response.headers.get('content-type')}`
}

export async function tryToLend(baseUrl: string, tool: string): Promise<string> {
  const library = createLibraryClient(signedIn(baseUrl))
  const { data, error, described } = await library.attempt.createLoan({ tool })
  if (!error) return 'since' in data ? `lent in ${data.since.getUTCFullYear()}` : 'queued'
  if (!described) return `something else: ${error.name}`
  return error.status === 409 ? `lent to ${error.body.lent_to}` : error.body.title
}

/** The same as functions, for small bundles. */
export async function byFunctions(baseUrl: string): Promise<string> {
  const api = connectLibrary(signedIn(baseUrl))
  const got = await answer(api, operations.getLoan, { 'loan-id': 'l1' })
  const status: 200 = got.status
  const gone = await attempt(api, operations.endLoan, { 'loan-id': 'never' })
  const left = gone.described ? gone.error.body.title : 'unknown'
  return `${status} ${isLoanState(got.data.state)} ${left}`
}
