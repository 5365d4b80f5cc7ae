/**
 * HTML elements that are common in descriptions. Anything else between `<` and `>` may be meant literally.
 */
const BLOCKS =
  'p|div|br|hr|h[1-6]|ul|ol|li|table|thead|tbody|tr|td|th|blockquote|pre|details|summary'
const INLINE = 'b|i|em|strong|u|s|code|kbd|tt|span|small|sub|sup|a|img|font|center'
const TAG = new RegExp(`<(/?)(${BLOCKS}|${INLINE})(\\s[^<>]*)?/?>`, 'gi')

/** Code is kept as is, in fences or between backticks. */
const CODE = /(```[\s\S]*?```|`[^`\n]*`)/

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
}

/**
 * Converts HTML in a description to the text that a reader sees, because comments and Markdown show tags. Text
 * without tags is unchanged.
 */
export function plainText(text: string): string {
  if (text.search(TAG) < 0) return text.trim()
  const parts = text.split(CODE).map((part, index) => (index % 2 === 1 ? part : withoutTags(part)))
  return parts
    .join('')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function withoutTags(part: string): string {
  const links: string[] = []
  const shown = part.replace(TAG, (_, slash: string, name: string, attributes = '') => {
    const ends = slash === '/'
    const tag = name.toLowerCase()
    if (tag === 'a') return ends ? closeLink(links.pop()) : openLink(links, attributes)
    return ends ? closing(tag) : opening(tag)
  })
  return shown.replace(/&(\w+|#\d{1,6});/g, (entity, name: string) => character(name) ?? entity)
}

function openLink(links: string[], attributes: string): string {
  const [, address = ''] = /\bhref\s*=\s*["']?(https?:[^"'\s>)]*)/i.exec(attributes) ?? []
  links.push(address)
  return address === '' ? '' : '['
}

function closeLink(address: string | undefined): string {
  return address ? `](${address})` : ''
}

function opening(tag: string): string {
  if (tag === 'li') return '\n- '
  if (tag === 'td' || tag === 'th') return ' '
  // Their items begin lines.
  if (tag === 'ul' || tag === 'ol') return ''
  if (tag === 'code' || tag === 'kbd' || tag === 'tt') return '`'
  if (tag === 'p' || tag === 'pre' || /^h\d$/.test(tag)) return '\n\n'
  return isBlock(tag) ? '\n' : ''
}

function closing(tag: string): string {
  if (tag === 'code' || tag === 'kbd' || tag === 'tt') return '`'
  if (tag === 'p' || tag === 'pre' || tag === 'ul' || tag === 'ol' || /^h\d$/.test(tag))
    return '\n\n'
  return isBlock(tag) && !/^(?:li|td|th|br|hr)$/.test(tag) ? '\n' : ''
}

function isBlock(tag: string): boolean {
  return new RegExp(`^(?:${BLOCKS})$`).test(tag)
}

function character(name: string): string | undefined {
  if (!name.startsWith('#')) return Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined
  const code = Number(name.slice(1))
  return code >= 32 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
