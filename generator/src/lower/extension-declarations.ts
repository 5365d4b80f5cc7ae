import type { Node } from '../source/node.js'
import { named } from './names/hint.js'
import type { SchemaLowering } from './schemas/read-declarations.js'

/** The name of the declaration of a schema that an extension refers to. */
export function declarationName(
  lowering: SchemaLowering,
  schema: Node | undefined,
  extension: string,
): string {
  const shape = schema && lowering.shapeOf(schema, named(extension))
  return shape?.kind === 'reference' ? shape.name : ''
}
