import { flagAt, items, member, members, type Node, text, textAt } from '../load/node.js'
import type { Described, Provenance } from '../model/shape.js'
import { valueWords } from './value-words.js'

/** Description, deprecation and provenance of a schema, property, parameter or operation. */
export function describe(node: Node, inherited?: Provenance): Described {
  const own = textAt(node, 'description') ?? titleOf(node) ?? wordsBeside(node)
  const doc = [own?.trim(), valueWords(node)].filter(Boolean).join('\n\n')
  const replacedBy = textAt(node, 'x-tagwire-replaced-by')
  const provenance = provenanceOf(node) ?? inherited
  return {
    source: node.source,
    ...(doc === '' ? {} : { doc }),
    ...(flagAt(node, 'deprecated') ? { deprecated: true } : {}),
    ...(replacedBy ? { replacedBy } : {}),
    ...(provenance ? { provenance } : {}),
  }
}

/** A title of one word is a name, and says nothing that the name does not. */
function titleOf(node: Node): string | undefined {
  const title = textAt(node, 'title')?.trim()
  return title?.includes(' ') ? title : undefined
}

const WORDS = new Set(
  'description title deprecated example examples $comment externalDocs'.split(' '),
)

/** Whether a part of an `allOf` only speaks, and demands nothing. */
export function isOnlyWords(part: Node): boolean {
  const words = members(part)
  return words.length > 0 && words.every(([key]) => WORDS.has(key) || key.startsWith('x-'))
}

/** `allOf: [{ $ref }, { description }]`: the words belong to the whole. */
function wordsBeside(node: Node): string | undefined {
  const said = items(member(node, 'allOf')).filter(isOnlyWords)
  return said.flatMap((part) => textAt(part, 'description') ?? [])[0]
}

function provenanceOf(node: Node): Provenance | undefined {
  const word = text(member(node, 'x-tagwire-source'))
  return word === 'stated' || word === 'public' || word === 'observed' ? word : undefined
}
