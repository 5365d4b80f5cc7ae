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
  const changes: unknown[] = []
  for await (const { event, data } of library.watchLoan({ 'loan-id': 'l1' })) {
    changes.push(event === 'changed' ? data.since instanceof Date : typeof data)
  }
  const exported: boolean[] = []
  for await (const { kind } of library.exportTools()) exported.push(isToolKind(kind))
  return [
    results.every(({ kind }) => isToolKind(kind)),
    loan.since instanceof Date,
    typeof loan.id,
    changes,
    exported,
  ]
}
