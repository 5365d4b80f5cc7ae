/** One page, for both outputs: Markdown for agents, HTML for people. */
export interface Page {
  /** Without extension, from the root: `routing/operations/route`. */
  readonly path: string
  readonly kind: PageKind
  readonly title: string
  /** One line for lists, search results and `llms.txt`. */
  readonly summary: string
  /** The npm package that it is about. */
  readonly package?: string
  /** The folder of the package whose pages are those of this one, too, where they say the same. */
  readonly sharesPagesOf?: string
  /** Its group in the list of guides, or among the operations of a package: `Orders / Refunds`. */
  readonly group?: string
  /** Markdown without front matter and title. Links to other pages are `/path.md`, or relative where a package brings the page. */
  readonly body: string
  /** The file of the repository that it was written in, if it was written by hand. */
  readonly source?: string
  /** Drawings next to the page: file name and text. */
  readonly drawings?: readonly Drawing[]
  /** Parts that a script fills, below everything that reads without one. */
  readonly panels?: readonly Panel[]
}

export interface Panel {
  /** What the script looks for. */
  readonly id: string
  readonly title: string
}

export interface Drawing {
  readonly name: string
  readonly svg: string
}

const PAGE_KINDS = [
  'guide',
  'package',
  'operation',
  'method',
  'union',
  'enum',
  'type',
  'diagnostic',
  'change',
] as const

export type PageKind = (typeof PAGE_KINDS)[number]

export function isPageKind(word: unknown): word is PageKind {
  return PAGE_KINDS.some((kind) => kind === word)
}

/** The page as a standalone file. */
export function markdownOf(page: Page): string {
  const facts: Readonly<Record<string, string | undefined>> = {
    title: page.title,
    kind: page.kind,
    package: page.package,
    summary: page.summary,
  }
  const lines = Object.entries(facts).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${JSON.stringify(value)}`],
  )
  return `---\n${lines.join('\n')}\n---\n\n# ${page.title}\n\n${page.body.trim()}\n`
}

/** The first sentence of a text, as one line. */
export function firstSentence(text: string | undefined): string {
  const line = (text ?? '').replace(/\s+/g, ' ').trim()
  return /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line
}
