/**
 * Sets one property of the top-level object in a JSON text, and keeps every other byte. A new property is
 * inserted after the last existing one of `after`, or at the end.
 */
export function setMember(
  text: string,
  key: string,
  value: unknown,
  after: readonly string[] = [],
): string {
  const members = membersOf(text)
  const indent = /^[\t ]+(?=")/m.exec(text)?.[0] ?? '  '
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
  const written = JSON.stringify(value, undefined, indent).replaceAll('\n', lineEnd + indent)
  const known = members.find((each) => each.key === key)
  if (known) return text.slice(0, known.from) + written + text.slice(known.to)
  const member = `${lineEnd}${indent}${JSON.stringify(key)}: ${written}`
  const before = members.findLast((each) => after.includes(each.key)) ?? members.at(-1)
  if (before) return `${text.slice(0, before.to)},${member}${text.slice(before.to)}`
  const open = text.indexOf('{') + 1
  return text.slice(0, open) + member + lineEnd + text.slice(open).trimStart()
}

interface Member {
  readonly key: string
  /** The offsets of the value. */
  readonly from: number
  readonly to: number
}

const TOKEN = /"(?:\\.|[^"\\])*"|[{}[\]:,]|[^\s{}[\]:,"]+/g

/** The properties of the top-level object of a text that is known to be JSON. */
function membersOf(text: string): Member[] {
  const members: Member[] = []
  let depth = 0
  let key: string | undefined
  let from: number | undefined
  let to = 0
  const close = (): void => {
    if (key !== undefined && from !== undefined) members.push({ key, from, to })
    key = undefined
    from = undefined
  }
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (depth === 1 && (token === ',' || token === '}')) close()
    if (token === '}' || token === ']') depth--
    if (depth === 1 && token !== ',' && token !== ':') {
      if (key === undefined) key = String(JSON.parse(token))
      else from ??= index
    }
    to = index + token.length
    if (token === '{' || token === '[') depth++
  }
  return members
}
