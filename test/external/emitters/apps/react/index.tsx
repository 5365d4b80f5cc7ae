import {
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import {
  addNoteMutation,
  getNoteQuery,
  listNotesPages,
  tagKey,
  watchNotesQuery,
} from '../../.cache/notes/src/query.js'
import { line, nearest, notes } from '../client.js'
import { drive } from '../drive.js'

const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })

function App() {
  const pages = useInfiniteQuery(listNotesPages(notes, { limit: 2 }))
  const missing = useQuery(getNoteQuery(notes, { id: '99' }))
  const stream = useQuery(watchNotesQuery(notes))
  const add = useMutation({
    ...addNoteMutation(notes),
    onSuccess: () => cache.invalidateQueries({ queryKey: tagKey('notes', notes) }),
  })
  const failure = add.error
  return (
    <main>
      <p id="notes">{pages.data?.pages.flatMap(({ items }) => items.map(line)).join()}</p>
      {pages.hasNextPage && (
        <button id="more" type="button" onClick={() => void pages.fetchNextPage()}>
          More
        </button>
      )}
      <p id="nearest">{nearest(missing.error)}</p>
      <p id="stream">{stream.data?.map(line).join()}</p>
      <button id="add" type="button" onClick={() => add.mutate({ text: 'four' })}>
        Add
      </button>
      <p id="added">{add.data && line(add.data)}</p>
      <p id="conflict">
        {failure?.name === 'ApiError' && failure.status === 409 ? failure.body.existing : ''}
      </p>
    </main>
  )
}

createRoot(document.body).render(
  <QueryClientProvider client={cache}>
    <App />
  </QueryClientProvider>,
)
Object.assign(globalThis, { outcome: drive() })
