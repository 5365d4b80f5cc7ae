// One chain: it knows the operation, and sees calls and attempts.
import { createLibraryClient, type Middleware } from './library/index.js'

export async function traced(baseUrl: string): Promise<readonly string[]> {
  const log: string[] = []
  const tracing: Middleware = {
    name: 'tracing',
    async call({ operation }, next) {
      if (operation.id === 'get-loan') {
        const path: '/loans/{loan-id}' = operation.path
        log.push(`${operation.method} ${path} ${operation.tags}`)
      }
      return next()
    },
    async attempt(request, next, { attempt }) {
      request.headers.set('x-trace', `${attempt}`)
      const response = await next(request)
      log.push(`${attempt}: ${response.status}`)
      return response
    },
  }
  const library = createLibraryClient({
    baseUrl,
    apiKey: 'desk',
    middleware: [tracing],
    onRetry: ({ attempt }) => log.push(`again after ${attempt}`),
    retry: { baseMs: 1 },
  })
  await library.getLoan({ 'loan-id': 'l1' })
  return log
}
