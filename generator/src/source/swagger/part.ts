import { isDictionary } from '../../model/json.js'
import { items, member, members, type Node, textAt } from '../node.js'
import type { LoadedFile } from '../read-files.js'
import { createBuilder } from './builder.js'
import { HOLDS_NAMES, HOLDS_VALUES, upgradedPart } from './schemas.js'

const PLACES: ReadonlySet<string> = new Set(['query', 'path', 'header', 'formData', 'body'])

/**
 * A file that a document of Swagger 2.0 refers to, and that is not such a document itself: its schemas mean what they
 * mean in 2.0. Parameters and responses depend on the document around them, so they are refused there.
 */
export function upgradePart(file: LoadedFile): LoadedFile {
  const { value, faults } = file.parsed
  if (!isDictionary(value) || faults.length > 0 || file.foreign) return file
  if (['swagger', 'openapi', 'openrpc', 'asyncapi'].some((word) => Object.hasOwn(value, word))) {
    return file
  }
  const root: Node = { value, source: { file: file.name, pointer: '' } }
  const misplaced = [...partsOfOperations(root)].map(({ node, what }) => ({
    offset: file.parsed.locate(node.source.pointer),
    code: 'TW1009' as const,
    message: `${what} of Swagger 2.0 in a file that is no document of Swagger 2.0`,
    help: "Add `swagger: '2.0'` to this file, with the parameters below `parameters` and the responses below `responses`, or write it where it is used.",
  }))
  if (misplaced.length > 0) return { ...file, parsed: { ...file.parsed, faults: misplaced } }
  const builder = createBuilder(file.name)
  const made = upgradedPart(builder, root)
  const before = file.written
  const written: NonNullable<LoadedFile['written']> = (pointer) => {
    const location = builder.written(made, pointer)
    return before && location.file === file.name ? before(location.pointer) : location
  }
  return { ...file, parsed: { ...file.parsed, value: made }, written }
}

/** The outermost parameters and responses, wherever they are. */
function* partsOfOperations(node: Node): Generator<{ node: Node; what: string }> {
  if (isDictionary(node.value)) {
    const location = textAt(node, 'in')
    if (location && PLACES.has(location) && textAt(node, 'name')) {
      yield { node, what: 'a parameter' }
      return
    }
    if (member(node, 'schema') && textAt(node, 'description') !== undefined) {
      yield { node, what: 'a response' }
      return
    }
  }
  for (const each of items(node)) yield* partsOfOperations(each)
  for (const [key, each] of members(node)) {
    if (HOLDS_VALUES.has(key) || key.startsWith('x-')) continue
    if (HOLDS_NAMES.has(key)) {
      for (const [, inside] of members(each)) yield* partsOfOperations(inside)
    } else yield* partsOfOperations(each)
  }
}
