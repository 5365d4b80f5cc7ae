/**
 * Whether a client can call this address: a supported protocol, or a path relative to a page.
 * `fetch` refuses addresses with a user name.
 */
export function isServerAddress(url: string): boolean {
  if (/^(?:\w+:)?\/\/[^/?#]*@/.test(url)) return false
  if (/^(\/|\.{1,2}\/|$)/.test(url)) return true
  // Variables in braces are filled in by callers.
  return /^(https?|wss?|tcp):\/\/[^\s/]/i.test(url) && URL.canParse(url.replace(/\{[^{}]*\}/g, '1'))
}
