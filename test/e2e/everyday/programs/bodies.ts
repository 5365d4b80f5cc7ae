// Uploads and downloads, streams of events and of lines.
import { createLibraryClient } from './library/index.js'

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
