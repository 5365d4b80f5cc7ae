/** The formatter pads the cells of tables. */
export function unpadded(text: string): string {
  return text.replace(/ +\|/g, ' |').replace(/-{3,}/g, '---')
}
