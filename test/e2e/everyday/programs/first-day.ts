// Before there is a server: made up data for everything, which the strict validators accept.
import { createLibraryClient, isToolKind } from './library/index.js'
import { mockLibrary } from './library/mock.js'
import { responseValidators } from './library/validate.js'

export async function withoutServer(): Promise<readonly unknown[]> {
  const fetch = mockLibrary({}, { onUnknown: 'example', seed: 7 })
  const library = createLibraryClient({
    fetch,
    validate: { validators: responseValidators, onMismatch: 'throw' },
  })
  const { results } = await library.listTools()
  const loan = await library.getLoan({ 'loan-id': 'l1' })
  return [results.every(({ kind }) => isToolKind(kind)), loan.since instanceof Date, typeof loan.id]
}

/** Each event that the document describes, and the lines of an export. */
export async function streamsWithoutServer(): Promise<readonly unknown[]> {
  const library = createLibraryClient({
    fetch: mockLibrary({}, { onUnknown: 'example' }),
    validate: { validators: responseValidators, onMismatch: 'throw' },
  })
  const found: unknown[] = []
  for await (const { event, data } of library.watchLoan({ 'loan-id': 'l1' })) {
    found.push(event === 'changed' ? data.since instanceof Date : `${event}: ${typeof data}`)
  }
  for await (const { kind } of library.exportTools()) found.push(isToolKind(kind))
  return found
}
