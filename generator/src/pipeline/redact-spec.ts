/**
 * A document's URL without credentials and query, which may contain tokens. The output of a run may be kept
 * for long and read by many people.
 */
export function redactSpec(spec: string): string {
  if (!/^https?:\/\//i.test(spec)) return spec
  const [address = ''] = spec.split(/[?#]/)
  const bare = address.replace(/^(https?:\/\/)[^/]*@/i, '$1')
  return address === spec ? bare : `${bare}?…`
}
