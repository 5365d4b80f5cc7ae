import type { Parameter } from '../../model/operations/operation.js'
import { serializationOf } from '../../model/operations/parameter-styles.js'
import { type Comparison, report, type Spot } from '../comparison.js'

/** How a parameter is written: the words for each fact about it. */
type Writing = Readonly<Record<string, string>>

export function compareEncoding(
  on: Comparison,
  before: Parameter,
  after: Parameter,
  spot: Spot,
): void {
  if (before.place !== after.place) {
    report(on, 'encoding-changed', spot, `is in ${after.place} now, was in ${before.place}`)
    return
  }
  const [old, now] = [writingOf(before), writingOf(after)]
  const facts = Object.keys({ ...old, ...now }).filter((fact) => old[fact] !== now[fact])
  if (facts.length === 0) return
  const text = (writing: Writing): string => facts.flatMap((fact) => writing[fact] ?? []).join(', ')
  report(on, 'encoding-changed', spot, `is written ${text(now)} now, was ${text(old)}`)
}

function writingOf(parameter: Parameter): Writing {
  const { place, encoding, mediaType, allowReserved, lists } = parameter
  if (place === 'params') {
    const { jsonrpc = 'json', uri = 'json' } = encoding ?? {}
    return { jsonrpc: `as ${jsonrpc} in messages`, uri: `as ${uri} in URIs` }
  }
  if (mediaType !== undefined) return { style: `as ${mediaType}` }
  const { style, explode } = serializationOf(parameter)
  const reserved = allowReserved ? 'as they are' : 'escaped'
  const items = { brackets: '[] after', repeat: 'nothing after', indices: 'an index after' }
  return {
    style: `in the style ${style}`,
    explode: explode ? 'exploded' : 'not exploded',
    reserved: `with reserved characters ${reserved}`,
    ...(style === 'deepObject'
      ? { lists: `with ${items[lists ?? 'indices']} names of lists` }
      : {}),
  }
}
