/** Text of a document inside Markdown, which reads HTML: no text may open a tag or leave its cell. */
export function cell(text: string | undefined): string {
  return paragraph(text ?? '')
    .replaceAll('|', '\\|')
    .replace(/\s*\n\s*/g, ' ')
}

export function paragraph(text: string): string {
  return text
    .replace(/[^\P{Cc}\n]|[\p{Cf}\u2028\u2029]/gu, ' ')
    .replace(/^\s*(```|~~~)/gm, "'''")
    .split(/(`[^`\n]*`)/)
    .map((part) => (/^`[^`]*`$/.test(part) ? part : outsideCode(part)))
    .join('')
    .trim()
}

/** Between back-ticks Markdown takes text as it is; everywhere else it reads HTML and links. */
function outsideCode(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/\]\s*\(\s*(?!https?:)/gi, '] (')
}

/** Text between back-ticks in a table. */
export function code(text: string): string {
  const shown = text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029`]/gu, ' ')
    .replaceAll('|', '\\|')
    .trim()
  // Two back-ticks with nothing between them would open a longer span.
  return shown === '' ? '""' : shown
}
