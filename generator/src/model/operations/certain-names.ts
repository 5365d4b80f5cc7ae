import type { Declaration, Field, Shape } from '../shapes/shape.js'
import { tagsAreKeys } from '../shapes/tagging.js'
import type { Union } from '../shapes/union.js'
import { tagKey } from '../shapes/union.js'

type Declarations = ReadonlyMap<string, Declaration>

type Names = readonly string[]

/**
 * The names that a received value must have at its top. A value that has none of them is something else. If
 * payloads without any of them are known, these are all names that are never null. Empty if there are values
 * without any.
 */
export function certainNames(shape: Shape, declarations: Declarations): Names {
  // A shape is read once: unions inside each other share their members.
  const known = new Map<Shape, Names>()
  const read = (each: Shape): Names => {
    const before = known.get(each)
    if (before) return before
    // Until it is known, which is inside of itself, it says nothing.
    known.set(each, [])
    const names = [...new Set(namesOf(each, declarations, read))]
    known.set(each, names)
    return names
  }
  return read(shape)
}

/**
 * The names of the kinds of a union by key, and of what may be beside them: other kinds may come, so a value may have
 * none of them. Empty for anything else.
 */
export function kindNames(shape: Shape, declarations: Declarations): Names {
  const seen = new Set<string>()
  let found: Shape | undefined = shape
  while (found?.kind === 'reference' && !seen.has(found.name)) {
    seen.add(found.name)
    found = declarations.get(found.name)?.shape
  }
  if (found?.kind !== 'union' || !tagsAreKeys(found.tagging)) return []
  return [...found.cases.map(({ tag }) => tag), ...found.common.map(({ name }) => name)]
}

function namesOf(shape: Shape, declarations: Declarations, read: (shape: Shape) => Names): Names {
  switch (shape.kind) {
    case 'record':
      return namesOfFields(shape.fields, shape.rest !== undefined)
    case 'reference': {
      const target = declarations.get(shape.name)
      return target ? read(target.shape) : []
    }
    case 'intersection':
      return shape.parts.flatMap(read)
    case 'union':
      return namesOfUnion(shape, read)
    default:
      return []
  }
}

function namesOfFields(fields: readonly Field[], hasMore: boolean): string[] {
  const received = fields.filter(({ flow }) => flow !== 'write')
  const required = received.filter((each) => each.required)
  const isCertain = required.some(({ missing }) => !missing)
  if (isCertain || required.length === 0) return required.map(({ name }) => name)
  // What may be null says nothing, such as an `error`.
  const telling = received.filter(({ shape }) => shape.kind !== 'nullable')
  return hasMore ? [] : telling.map(({ name }) => name)
}

function namesOfUnion({ tagging, cases, common }: Union, read: (shape: Shape) => Names): Names {
  const shared = namesOfFields(common, false)
  // A kind that is not known yet has another key, or is a text.
  if (tagsAreKeys(tagging)) return cases.every(({ payload }) => payload) ? shared : []
  const members = cases.map(({ payload }) => (payload ? read(payload) : []))
  const tag = tagKey(tagging)
  const isCertain = tag !== undefined || members.every((names) => names.length > 0)
  return isCertain ? [...(tag === undefined ? [] : [tag]), ...shared, ...members.flat()] : shared
}
