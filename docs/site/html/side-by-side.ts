import type MarkdownIt from 'markdown-it'

const TITLES: ReadonlySet<string> = new Set([
  'Side by side',
  'At work',
  'When the service adds a kind',
])

/**
 * Puts the content below one of these headings side by side: each third-level heading begins a column or a
 * cell, up to the next second-level heading. If there is no room, they are below each other.
 */
export function sideBySide(markdown: MarkdownIt): void {
  markdown.core.ruler.push('side_by_side', ({ tokens, Token }) => {
    const html = (content: string) => {
      const token = new Token('html_block', '', 0)
      token.content = content
      return token
    }
    const laid: typeof tokens = []
    let open = 0
    for (const [at, token] of tokens.entries()) {
      const opens = token.type === 'heading_open' ? token.tag : undefined
      if (open > 0 && opens === 'h2') {
        laid.push(html('</section></div>\n'))
        open = 0
      }
      if (open > 0 && opens === 'h3') {
        if (open > 1) laid.push(html('</section>\n'))
        laid.push(html(`<section class="way way-${open}">\n`))
        open++
      }
      laid.push(token)
      const closes = token.type === 'heading_close' ? token.tag : undefined
      if (closes === 'h2' && TITLES.has(tokens[at - 1]?.content ?? '')) {
        laid.push(html('<div class="ways">\n'))
        open = 1
      }
    }
    if (open > 0) laid.push(html('</section></div>\n'))
    tokens.splice(0, tokens.length, ...laid)
  })
}
