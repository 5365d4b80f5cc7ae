/** One part of a multipart body. */
export interface SentPart {
  readonly name: string
  readonly text: string
  /** Its own content type, if it says one. */
  readonly type?: string
}

/** The parts of a recorded body with a name; none if the body is not multipart, or is cut off. */
export function readParts(contentType: string, body: string): SentPart[] {
  const boundary = parameterIn(contentType, 'boundary')
  if (boundary === undefined) return []
  const [, ...sections] = `\r\n${body}`.split(`\n--${boundary}`)
  // The last one ends with two hyphens.
  return sections.slice(0, -1).flatMap((section) => partIn(section) ?? [])
}

function partIn(section: string): SentPart | undefined {
  const end = /\r?\n\r?\n/.exec(section)
  if (!end) return undefined
  const lines = section.slice(0, end.index).split(/\r?\n/)
  const header = (name: string): string | undefined =>
    lines.find((line) => line.toLowerCase().startsWith(`${name}:`))?.slice(name.length + 1)
  const name = parameterIn(header('content-disposition') ?? '', 'name')
  if (name === undefined) return undefined
  const type = header('content-type')?.trim()
  const text = section.slice(end.index + end[0].length).replace(/\r$/, '')
  return { name, text, ...(type ? { type } : {}) }
}

/** `form-data; name="a"`: a browser writes a quote in a name as `%22`. */
function parameterIn(header: string, name: string): string | undefined {
  const [, quoted, bare] =
    new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(header) ?? []
  return quoted?.replaceAll('%22', '"') ?? bare
}
