/**
 * Whether a client could call this: an address of a kind that it speaks, or one relative to a page.
 * None has a user in it: `fetch` refuses those.
 */
export function isServerAddress(url: string): boolean {
  if (/^(?:\w+:)?\/\/[^/?#]*@/.test(url)) return false
  if (/^(\/|\.{1,2}\/|$)/.test(url)) return true
  // What is in braces is for callers to fill.
  return /^(https?|wss?|tcp):\/\/[^\s/]/i.test(url) && URL.canParse(url.replace(/\{[^{}]*\}/g, '1'))
}
