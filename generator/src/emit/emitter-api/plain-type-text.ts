import type { Shape } from '../../model/shapes/shape.js'
import { type ShapeScope, typeText } from '../typescript/type-text.js'

/** Names are used as they are, because pages have no imports. */
const PLAIN: ShapeScope = {
  refer: (name) => name,
  leavesOut: 'write',
  asRecord: () => true,
  platform: (name) => name,
}

/** A type on one line, as pages show it. */
export function plainTypeText(shape: Shape): string {
  return onOneLine(typeText(withoutComments(shape), PLAIN))
}

/** Each property of an object and each comment is on its own line. */
function onOneLine(text: string): string {
  let inComment = false
  let joined = ''
  for (const line of text.split('\n').map((each) => each.trim())) {
    const isComment: boolean = inComment || line.startsWith('/**')
    inComment = isComment && !line.endsWith('*/')
    if (isComment || line === '') continue
    const isMember = joined !== '' && !joined.endsWith('{') && !line.startsWith('}')
    joined += joined === '' ? line : `${isMember ? ';' : ''} ${line}`
  }
  return joined
}

/** Types on one line have no comments. */
function withoutComments(shape: Shape): Shape {
  if (shape.kind !== 'record') return shape
  const fields = shape.fields.map(({ name, shape: inner, required, source }) => {
    return { name, required, source, shape: withoutComments(inner) }
  })
  return { ...shape, fields }
}
