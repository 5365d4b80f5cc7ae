import { createServer, type ServerOptions } from '../.cache/notes/src/server.js'

type Api = ReturnType<typeof createServer>
type Note =
  Awaited<ReturnType<ServerOptions['operations']['addNote']>> extends infer Result
    ? Extract<Result, { readonly status: 201 }>['body']
    : never

/** The service of the apps, with three notes of 2001 to 2003. */
export function notesServer(): Api {
  const notes: Note[] = []
  const add = (text: string): Note => {
    const note = {
      id: `${notes.length + 1}`,
      text,
      written: `${2001 + notes.length}-05-05T05:00:00Z`,
    }
    notes.push(note)
    return note
  }
  for (const text of ['one', 'two', 'three']) add(text)
  return createServer({
    operations: {
      listNotes: ({ query: { after = '0', limit = 2 } }) => {
        const end = Number(after) + limit
        const next = end < notes.length ? { next: `${end}` } : {}
        return { status: 200, body: { notes: notes.slice(Number(after), end), ...next } }
      },
      addNote: ({ body: { text } }) => {
        const known = notes.find((note) => note.text === text)
        return known
          ? { status: 409, body: { existing: known.id } }
          : { status: 201, body: add(text) }
      },
      getNote: ({ path: { id } }) => {
        const body = notes.find((note) => note.id === id)
        return body ? { status: 200, body } : { status: 404, body: { nearest: `${notes.length}` } }
      },
      watchNotes: () => ({
        status: 200,
        body: (async function* () {
          yield* notes.slice(0, 2)
        })(),
      }),
    },
  })
}
