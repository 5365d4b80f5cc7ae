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
  return types.length === 0 || preferred(header, types) !== undefined
}

/** The media type that an `Accept` header prefers, of several that it likes equally the first; none if it refuses all. */
export function preferred<Type extends string>(
  header: string | null,
  types: readonly Type[],
): Type | undefined {
  if (header === null || header.trim() === '' || header === '*/*') return types[0]
  const ranges = header.split(',').flatMap((each) => {
    const [range = '', ...parameters] = each.split(';').map((part) => part.trim())
    const quality = Number(parameters.find((part) => /^q=/i.test(part))?.slice(2) ?? 1)
    return range === '' ? [] : [{ range, quality: Number.isNaN(quality) ? 1 : quality }]
  })
  let best: { readonly type: Type; readonly quality: number } | undefined
  for (const type of types) {
    // The most specific range decides, and a described range such as `image/*` can be any of its types.
    const [fitting] = ranges
      .filter(({ range }) => includes(range, type) || includes(type, range))
      .sort((left, right) => rank(right.range) - rank(left.range))
    if (fitting && fitting.quality > (best?.quality ?? 0)) best = { type, quality: fitting.quality }
  }
  return best?.type
}

/**
 * The media type that the caller of a request prefers, of several that it likes equally the first; `undefined` if it accepts
 * none of them.
 */
export function preferredType<const Type extends string>(
  { headers }: Pick<Request, 'headers'>,
  types: readonly Type[],
): Type | undefined {
  return preferred(headers.get('accept'), types)
}

function rank(range: string): number {
  return range.includes('*') ? range.length - 1000 : range.length
}
