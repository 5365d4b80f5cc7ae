import type { Described, Field } from '../../model/shapes/shape.js'
import { commentText } from './text.js'

/**
 * A description with TSDoc tags, as the `docs` of a structure. Lines are broken when the module is printed.
 */
export function docsOf(described: Described, ...tags: readonly (string | undefined)[]): string[] {
  return docs(described.doc ? commentText(described.doc) : '', ...tags, ...deprecatedTag(described))
}

/** A sentence of ours, and tags. */
export function docs(text: string, ...tags: readonly (string | undefined)[]): string[] {
  const known = tags.filter((tag) => tag !== undefined)
  const parts = [text.trim(), known.join('\n')].filter((part) => part !== '')
  return parts.length === 0 ? [] : [parts.join('\n\n')]
}

/** A comment before a member of an inline type. */
export function docComment([text]: readonly string[]): string {
  if (text === undefined) return ''
  if (!text.includes('\n')) return `/** ${text} */\n`
  const lines = text.split('\n').map((line) => ` * ${line}`.trimEnd())
  return `/**\n${lines.join('\n')}\n */\n`
}

export function deprecatedTag({ deprecated, replacedBy }: Described): string[] {
  if (!deprecated) return []
  return [replacedBy ? `@deprecated Use \`${inCode(replacedBy)}\` instead.` : '@deprecated']
}

/** `a {@link Route}`, `an {@link Operation}` */
export function linked(name: string): string {
  return `${/^[AEIOaeio]/.test(name) ? 'an' : 'a'} {@link ${name}}`
}

/** Text between backticks inside a comment. */
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

/** The tag of a required member that some payloads are known to lack. */
export function missingTag({ missing }: Pick<Field, 'missing'>): string | undefined {
  return missing ? '@remarks Some payloads are known to lack it.' : undefined
}
