import type { Described, Field } from '../../model/shape.js'
import { commentText, LINE_WIDTH } from './text.js'

export interface Doc {
  readonly text?: string
  readonly tags?: readonly string[]
}

/** The description of something, with what else a reader wants to know as TSDoc tags. */
export function docOf(described: Described, ...tags: readonly (string | undefined)[]): Doc {
  const deprecated = described.deprecated ? [deprecation(described.replacedBy)] : []
  const all = [...tags.filter((tag) => tag !== undefined), ...deprecated]
  return { ...(described.doc ? { text: commentText(described.doc) } : {}), tags: all }
}

function deprecation(replacedBy: string | undefined): string {
  return replacedBy ? `@deprecated Use \`${inCode(replacedBy)}\` instead.` : '@deprecated'
}

/** `a {@link Route}`, `an {@link Operation}` */
export function linked(name: string): string {
  return `${/^[AEIOaeio]/.test(name) ? 'an' : 'a'} {@link ${name}}`
}

/** Text between back-ticks inside a comment. */
export function inCode(text: string): string {
  return commentText(text).replaceAll('`', "'").replaceAll('\n', ' ')
}

/** `a`, `b` */
export function codeList(texts: readonly string[]): string {
  return texts.map((each) => `\`${inCode(each)}\``).join(', ')
}

export function defaultTag(value: unknown): string | undefined {
  if (value === undefined) return undefined
  const text = JSON.stringify(value)
  return text.length > 60 ? undefined : `@default ${commentText(text)}`
}

/** A type that promises what some payloads lack says so. */
export function missingTag({ missing }: Pick<Field, 'missing'>): string | undefined {
  return missing ? '@remarks Some payloads are known to lack it.' : undefined
}

/** One JSDoc block, or nothing when there is nothing to say. Ends with a line break. */
export function docBlock(doc: Doc, indent = 0): string {
  const pad = ' '.repeat(indent)
  const width = LINE_WIDTH - indent - 3
  const text = doc.text ? wrap(doc.text, width) : []
  const tags = (doc.tags ?? []).flatMap((tag) => wrap(tag, width))
  const gap = text.length > 0 && tags.length > 0 ? [''] : []
  const lines = [...text, ...gap, ...tags]
  const [single] = lines
  if (single === undefined) return ''
  if (lines.length === 1 && single.length <= width - 4) return `${pad}/** ${single} */\n`
  const body = lines.map((line) => `${pad} * ${line}`.trimEnd()).join('\n')
  return `${pad}/**\n${body}\n${pad} */\n`
}

function wrap(text: string, width: number): string[] {
  return text
    .trim()
    .split('\n')
    .flatMap((line) => wrapLine(line.trimEnd(), width))
}

/** Breaks at blanks only; the lines of a list or a code block keep their indentation. */
function wrapLine(line: string, width: number): string[] {
  if (line.length <= width) return [line]
  const margin = /^\s*(?:[-*]\s+)?/.exec(line)?.[0].length ?? 0
  const lines: string[] = []
  let current = line.slice(0, margin)
  for (const word of line.slice(margin).split(/\s+/)) {
    const joined =
      current.trim() === '' || current.length === margin ? current + word : `${current} ${word}`
    if (joined.length > width && current.trim() !== '') {
      lines.push(current.trimEnd())
      current = ' '.repeat(margin) + word
    } else {
      current = joined
    }
  }
  return [...lines, current]
}
