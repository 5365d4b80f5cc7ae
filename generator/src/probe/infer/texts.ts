import { hasFormat } from '../../check/texts.js'
import { isName } from '../../check/values.js'

const FORMATS = ['uuid', 'date-time', 'date', 'email', 'uri'] as const

/** The format that all texts have. */
export function formatOf(texts: readonly string[]): string | undefined {
  if (texts.length === 0) return undefined
  return FORMATS.find((format) => texts.every((text) => isOf(text, format)))
}

function isOf(text: string, format: (typeof FORMATS)[number]): boolean {
  // Nearly every text with a colon is a URI.
  if (format === 'uri' && !/^https?:\/\//.test(text)) return false
  return hasFormat(text, format)
}

/** Fewer texts do not show that there are no others. */
const ENOUGH = 10
const MOST = 8

/** The values of an enum: few, each seen several times, and all of them early. */
export function stableValues(texts: readonly string[]): string[] | undefined {
  if (texts.length < ENOUGH) return undefined
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  const values = [...counts.keys()]
  const early = new Set(texts.slice(0, Math.ceil(texts.length / 2)))
  const isStable =
    values.length >= 2 &&
    values.length <= MOST &&
    values.every((each) => isConstant(each) && (counts.get(each) ?? 0) >= 2 && early.has(each))
  return isStable ? values.sort() : undefined
}

/** A name that a programmer chose, in contrast to one of a person or a place. */
export function isConstant(text: string): boolean {
  return (
    isName(text) &&
    (/^[a-z][a-z0-9]*(?:[_.-][a-z0-9]+)*$/.test(text) ||
      /^[A-Z][A-Z0-9_]*$/.test(text) ||
      /^[A-Z]?[a-z0-9]+(?:[A-Z][a-z0-9]+)+$/.test(text))
  )
}
