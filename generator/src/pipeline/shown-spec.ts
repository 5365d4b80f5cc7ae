/**
 * A document as messages name it: queries of URLs hold tokens, and what stands in front of the host a
 * password. What a run says is kept for long and read by many.
 */
export function shownSpec(spec: string): string {
  if (!/^https?:\/\//i.test(spec)) return spec
  const [address = ''] = spec.split(/[?#]/)
  const bare = address.replace(/^(https?:\/\/)[^/]*@/i, '$1')
  return address === spec ? bare : `${bare}?…`
}
