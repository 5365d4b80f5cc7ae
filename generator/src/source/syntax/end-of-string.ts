const BACKSLASH = 92

/**
 * The offset after the string of valid JSON that begins here, or goes on with an escape. Jumps from quote to quote, because a
 * description can be long, and without an expression for the whole: millions of escapes would not fit on its stack.
 */
export function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from + 1)
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return (end < 0 ? text.length : end) + 1
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (text.charCodeAt(before) === BACKSLASH) before--
  return (at - before) % 2 === 0
}
