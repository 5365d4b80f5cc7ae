import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { firstSentence, type Page } from '../page.js'
import { escapeHtml } from './highlight.js'

/** The picture that a preview of a link shows. */
export interface Card {
  readonly path: string
  readonly png: Uint8Array
}

const WIDTH = 1200
const HEIGHT = 630
const TITLE = { size: 68, perLine: 30, lines: 3 }
const SUMMARY = { size: 32, perLine: 62, lines: 3 }

/** Guides and the first page of a folder have a card of their own; others share that of their folder. */
export function cardPath({ path, kind }: Page): string {
  const [folder = ''] = path.split('/')
  const named = kind === 'guide' || kind === 'package' ? path : `${folder}/index`
  return `cards/${named.replaceAll('/', '-')}.png`
}

/** The cards of all pages, drawn with a font of this repository's dependencies, so that they are the same anywhere. */
export async function drawCards(pages: readonly Page[]): Promise<Card[]> {
  const from = createRequire(import.meta.url)
  await initWasm(readFileSync(from.resolve('@resvg/resvg-wasm/index_bg.wasm')))
  const fontBuffers = ['400Regular/Inter_400Regular.ttf', '700Bold/Inter_700Bold.ttf'].map(
    (file) => new Uint8Array(readFileSync(from.resolve(`@expo-google-fonts/inter/${file}`))),
  )
  const own = new Map(
    pages
      .filter(({ kind }) => kind === 'guide' || kind === 'package')
      .map((page) => [cardPath(page), page] as const),
  )
  return [...own].map(([path, page]) => {
    const drawing = new Resvg(cardSvg(page), { font: { fontBuffers, defaultFontFamily: 'Inter' } })
    return { path, png: drawing.render().asPng() }
  })
}

function cardSvg({ title, summary, group, package: of }: Page): string {
  const titleLines = wrapped(title, TITLE)
  const summaryLines = wrapped(firstSentence(summary), SUMMARY)
  const summaryTop = 200 + titleLines.length * TITLE.size * 1.15
  const text = (line: string, y: number, size: number, color: string, weight = 400): string =>
    `<text x="80" y="${y}" font-family="Inter" font-size="${size}" font-weight="${weight}" fill="${color}">${escapeHtml(line)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#111417"/>
<rect width="14" height="${HEIGHT}" fill="#6aa5f5"/>
${text(group ?? of ?? '', 110, 30, '#8ab8ff')}
${titleLines.map((line, at) => text(line, 200 + at * TITLE.size * 1.15, TITLE.size, '#e6e9ed', 700)).join('\n')}
${summaryLines.map((line, at) => text(line, summaryTop + at * SUMMARY.size * 1.4, SUMMARY.size, '#a5aeb8')).join('\n')}
${text('tagwire', 570, 36, '#e6e9ed', 700)}
</svg>`
}

/** Lines of whole words. What does not fit ends with an ellipsis. */
function wrapped(text: string, { perLine, lines }: typeof TITLE): string[] {
  const made: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = made.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= perLine) {
      made[made.length - 1] = `${last} ${word}`
    } else made.push(word)
  }
  if (made.length <= lines) return made
  return [...made.slice(0, lines - 1), `${made[lines - 1]} …`]
}
