/** Takes credentials out of a text that came from a server: some repeat what they were sent. */
export function redact(
  text: string,
  headers: Readonly<Record<string, string>>,
  secrets: Iterable<string>,
): string {
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    // Cookies have names, and in front of a token stands its scheme: those are short.
    /auth|cookie|key|secret|token/.test(name) ? (value.match(/[^\s;=,]{7,}/g) ?? []) : [],
  )
  // The longest first: what is left of one that begins with another would give it away.
  return [...secrets, ...sent]
    .sort((a, b) => b.length - a.length)
    .reduce((clean, each) => clean.replaceAll(each, '***'), text)
}
