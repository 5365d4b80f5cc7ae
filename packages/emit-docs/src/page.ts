import type { Declaration, Operation, PageKind } from 'tagwire/emitter'

/** What lists say of a page. */
export interface PageEntry {
  /** Below `docs`, without extension: `operations/route`. */
  readonly path: string
  readonly kind: PageKind
  readonly about: Declaration | Operation
  readonly title: string
  /** One line for lists, search results and `llms.txt`. */
  readonly summary: string
  /** The tags of an operation, if the document arranges them: `Orders / Refunds`. */
  readonly group?: string
  /** Whether the summary is ours, because the document says nothing. */
  readonly isOwnSummary?: boolean
}

/** One page of Markdown about a part of the package. */
export interface Page extends PageEntry {
  /** Markdown without front matter and title. Links to other pages are relative. */
  readonly body: string
  /** Drawings next to the page: file name and text. */
  readonly drawings?: readonly Drawing[]
}

export interface Drawing {
  readonly name: string
  readonly svg: string
}

/** The page as a standalone file. */
export function markdownOf(page: Page, packageName: string): string {
  const facts = {
    title: page.title,
    kind: page.kind,
    package: packageName,
    summary: page.summary,
    ...(page.group === undefined ? {} : { group: page.group }),
  }
  const lines = Object.entries(facts).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return `---\n${lines.join('\n')}\n---\n\n# ${page.title}\n\n${page.body.trim()}\n`
}

/** A link from a page in one of the folders to another page: `../types/Asset.md`. */
export function linkTo(path: string): string {
  return `../${path}.md`
}

/** Markdown of a link, if there is a target. */
export function linked(text: string, target: string | undefined): string {
  return target === undefined ? text : `[${text}](${target})`
}

/** The first sentence of a text, as one line. */
export function firstSentence(text: string | undefined): string {
  const line = (text ?? '').replace(/\s+/g, ' ').trim()
  return /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line
}

/** A block of TypeScript. */
export function program(code: string): string {
  return `\`\`\`ts\n${code}\n\`\`\``
}

/** Paragraphs and sections; those that are empty are left out. */
export function sections(...parts: readonly string[]): string {
  return parts.filter((each) => each !== '').join('\n\n')
}
