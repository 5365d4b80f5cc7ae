import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { firstSentence, type Page } from './page.js'

/** Guides are written by hand: `docs/guides/*.md` and the pages beside them. */
export function guidePages(docs: string): Page[] {
  const guides = markdownIn(path.join(docs, 'guides'))
  return [...guides, ...markdownIn(docs)].map((file) => guidePage(file))
}

/** In the order of their names; guides have numbers before them. */
function markdownIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => path.join(folder, name))
}

function guidePage(file: string): Page {
  const text = readFileSync(file, 'utf8')
  const [first = '', ...rest] = text.split('\n')
  const body = rest.join('\n').trim()
  const opening = body.split('\n\n').find((each) => /^(?!```)[A-Z`]/.test(each))
  return {
    path: `guides/${path.basename(file, '.md').replace(/^\d+-/, '')}`,
    kind: 'guide',
    title: first.replace(/^# /, ''),
    summary: firstSentence(opening).replaceAll('`', ''),
    body,
  }
}
