// OAuth 2 client credentials: one token for calls that begin together.
import { clientCredentials, createLibraryClient } from './library/index.js'

export async function together(baseUrl: string, expire: () => unknown): Promise<readonly string[]> {
  const login = clientCredentials({
    tokenUrl: `${baseUrl}/token`,
    clientId: 'me',
    clientSecret: 'secret',
  })
  const library = createLibraryClient({ baseUrl, credentials: { login } })
  const ids = ['l1', 'l2', 'l3']
  const loans = await Promise.all(ids.map((id) => library.getLoan({ 'loan-id': id })))
  await expire()
  const refused = await library.attempt.getLoan({ 'loan-id': 'l1' })
  login.forget()
  const again = await library.getLoan({ 'loan-id': 'l1' })
  return [...loans.map(({ id }) => id), refused.error ? 'refused' : 'kept', again.id]
}
