import { createRequire } from 'node:module'
import type TypeScript from 'typescript'

export type { default as Compiler } from 'typescript'

/**
 * The compiler is a script of nine megabytes. Loaded as what it is, it is read once; imported as a
 * module, its text is searched twice more, for its form and for the names of its exports.
 */
export const compiler: typeof TypeScript = createRequire(import.meta.url)('typescript')

/** A name where a type is expected, for who draws with the compiler's own nodes. */
export function typeReference(name: string): TypeScript.TypeNode {
  return compiler.factory.createTypeReferenceNode(name)
}
