/** Whether a client could call this: an address of a kind that it speaks, or one relative to a page. */
export function isServerAddress(url: string): boolean {
  return /^(https?|wss?|tcp):\/\/[^\s/]/i.test(url) || /^(\/|\.{1,2}\/|$)/.test(url)
}
