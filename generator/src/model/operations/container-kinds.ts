import type { Declaration, Field, Shape } from '../shapes/shape.js'
import type { Content } from './operation.js'

/** Whether a value may be an array or an object. */
export function containerKinds(
  shape: Shape,
  declarations: ReadonlyMap<string, Declaration>,
  within: readonly string[] = [],
): ReadonlySet<'list' | 'record'> {
  switch (shape.kind) {
    case 'list':
    case 'tuple':
      return new Set(['list'])
    case 'map':
    case 'record':
      return new Set(['record'])
    case 'nullable':
      return containerKinds(shape.shape, declarations, within)
    case 'reference': {
      const target = declarations.get(shape.name)
      if (!target || within.includes(shape.name)) return new Set()
      return containerKinds(target.shape, declarations, [...within, shape.name])
    }
    case 'intersection':
      return new Set(shape.parts.flatMap((each) => [...containerKinds(each, declarations, within)]))
    case 'union':
      if (shape.tagging.style !== 'none') return new Set(['record'])
      return new Set(
        shape.cases.flatMap(({ payload }) =>
          payload ? [...containerKinds(payload, declarations, within)] : [],
        ),
      )
    default:
      return new Set()
  }
}

/** Whether a response is an object, and cannot be confused with an error that has a success status. */
export function isCertainRecord(
  contents: readonly Content[],
  declarations: ReadonlyMap<string, Declaration>,
): boolean {
  const [content, ...more] = contents
  if (!content || more.length > 0) return false
  const names = fieldsOf(content.shape, declarations)?.map(({ name }) => name)
  return names !== undefined && !(names.includes('code') && names.includes('message'))
}

/** The properties of a value that is certainly an object, if they are described and no others are allowed. */
function fieldsOf(
  shape: Shape,
  declarations: ReadonlyMap<string, Declaration>,
  within: readonly string[] = [],
): readonly Field[] | undefined {
  if (shape.kind === 'record') return shape.rest ? undefined : shape.fields
  if (shape.kind !== 'reference' || within.includes(shape.name)) return undefined
  const target = declarations.get(shape.name)
  if (!target) return undefined
  return fieldsOf(target.shape, declarations, [...within, shape.name])
}
