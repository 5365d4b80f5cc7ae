// Uploads and downloads, streams of events and of lines.

import { answer, connectLibrary, createLibraryClient, operations } from './library/index.js'

export async function photos(baseUrl: string): Promise<string> {
  const library = createLibraryClient({ baseUrl, apiKey: 'desk' })
  const file = new Blob([new Uint8Array(300)], { type: 'image/png' })
  const form = await library.toolsPhotoPut({ tool_id: 't1', body: { file, caption: 'A saw' } })
  const photo = await library.answer.toolsPhotoGet({ tool_id: 't1' })
  const raw = await library.toolsPhotoPut(
    { tool_id: 't1', body: new Uint8Array(20) },
    { contentType: 'image/png' },
  )
  const whole = await library.answer.toolsPhotoPut(
    { tool_id: 't1', body: new Uint8Array(21) },
    { contentType: 'image/png' },
  )
  const large = await library.attempt.toolsPhotoPut(
    { tool_id: 't1', body: new Uint8Array(20_000) },
    { contentType: 'image/png' },
  )
  const refused = large.described ? large.error.body.title : 'taken'
  return [
    form.bytes,
    photo.data.size,
    photo.headers.ETag,
    raw.bytes,
    whole.data.bytes,
    refused,
  ].join()
}

export async function watched(baseUrl: string): Promise<readonly string[]> {
  const library = createLibraryClient({ baseUrl, apiKey: 'desk' })
  const seen: string[] = []
  for await (const { event, data } of library.watchLoan({ 'loan-id': 'l1' })) {
    if (event === 'changed') seen.push(`${data.state} since ${data.since.getUTCDate()}`)
    else seen.push(`${event}: ${data}`)
  }
  return seen
}

export async function exported(baseUrl: string): Promise<readonly string[]> {
  const kinds: string[] = []
  for await (const { kind } of createLibraryClient({ baseUrl, apiKey: 'desk' }).exportTools())
    kinds.push(kind)
  return kinds
}

/** Status and headers as soon as the stream begins; then its items, over a new connection as always. */
export async function watchedWhole(baseUrl: string): Promise<readonly unknown[]> {
  const library = createLibraryClient({ baseUrl, apiKey: 'desk' })
  const { status, data, headers } = await library.answer.watchLoan({ 'loan-id': 'l1' })
  const ok: 200 = status
  const watchers: number = headers['X-Watchers']
  const seen: unknown[] = [ok, watchers]
  for await (const each of data) seen.push(each.event === 'changed' ? each.data.since : each.event)
  const api = connectLibrary({ baseUrl, apiKey: 'desk' })
  const again = await answer(api, operations.watchLoan, { 'loan-id': 'l1' })
  for await (const { event } of again.data) {
    seen.push(event)
    break
  }
  return seen
}

export async function triedToWatch(baseUrl: string, id: string): Promise<string> {
  const library = createLibraryClient({ baseUrl, apiKey: 'desk' })
  const { data, error, described } = await library.attempt.watchLoan({ 'loan-id': id })
  if (described) return error.body.title
  if (error) return error.name
  const { value } = await data.next()
  await data.return?.()
  return value?.event ?? 'nothing'
}

/** What cannot mean anything: pages are many answers, and iterating over them throws. */
export function without(baseUrl: string): readonly unknown[] {
  const { answer, attempt } = createLibraryClient({ baseUrl })
  // @ts-expect-error
  const answered: unknown = answer.allLoans
  // @ts-expect-error
  const attempted: unknown = attempt.allLoans
  return [answered, attempted]
}
