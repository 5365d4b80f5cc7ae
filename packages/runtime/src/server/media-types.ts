/** A media type without its parameters. */
export function essence(type: string): string {
  const end = type.indexOf(';')
  return (end < 0 ? type : type.slice(0, end)).trim().toLowerCase()
}

/** Whether a range such as `image/*` includes a media type. */
export function includes(range: string, type: string): boolean {
  const [wanted, found] = [essence(range), essence(type)]
  if (wanted === found || wanted === '*/*' || wanted === '*') return true
  return wanted.endsWith('/*') && found.startsWith(wanted.slice(0, -1))
}

export function isJsonType(type: string): boolean {
  return /^[\w.+-]+\/(?:[\w.+-]+\+)?json$/.test(essence(type))
}

/** Whether an `Accept` header allows at least one of the media types. */
export function accepts(header: string | null, types: readonly string[]): boolean {
  if (header === null || header.trim() === '' || types.length === 0) return true
  const ranges = header.split(',').flatMap((each) => {
    const [range = '', ...parameters] = each.split(';').map((part) => part.trim())
    const quality = parameters.find((part) => /^q=/i.test(part))?.slice(2)
    return range === '' ? [] : [{ range, isRefused: Number(quality ?? 1) === 0 }]
  })
  return types.some((type) => {
    // The most specific range decides, and a described range such as `image/*` can be any of its types.
    const fitting = ranges
      .filter(({ range }) => includes(range, type) || includes(type, range))
      .sort((left, right) => rank(right.range) - rank(left.range))
    return fitting[0] !== undefined && !fitting[0].isRefused
  })
}

function rank(range: string): number {
  return range.includes('*') ? range.length - 1000 : range.length
}
