import type { Declaration, Shape } from '../../model/shapes/shape.js'
import type { Case } from '../../model/shapes/union.js'

/**
 * `X = string | X` is the same as `X = string`. Generated documents have such members, and TypeScript rejects
 * them.
 */
export function withoutSelf(declaration: Declaration): Declaration {
  const shape = leaveOut(declaration.shape, declaration.name)
  return shape && shape !== declaration.shape ? { ...declaration, shape } : declaration
}

/** The shape without members that are the named declaration; `undefined` if there are no others. */
function leaveOut(shape: Shape, name: string): Shape | undefined {
  if (shape.kind === 'nullable') return nullableWithout(shape, name)
  if (shape.kind !== 'union' || shape.tagging.style !== 'none') return shape
  const cases = shape.cases.flatMap((each) => caseWithout(each, name))
  return cases.length === shape.cases.length && cases.every((each, at) => each === shape.cases[at])
    ? shape
    : { ...shape, cases }
}

function nullableWithout(shape: Extract<Shape, { kind: 'nullable' }>, name: string): Shape {
  const inner = isNamed(shape.shape, name) ? undefined : leaveOut(shape.shape, name)
  if (!inner) return { kind: 'scalar', type: 'null' }
  return inner === shape.shape ? shape : { ...shape, shape: inner }
}

function caseWithout(member: Case, name: string): Case[] {
  if (!member.payload) return [member]
  if (isNamed(member.payload, name)) return []
  const payload = leaveOut(member.payload, name)
  if (!payload) return []
  return [payload === member.payload ? member : { ...member, payload }]
}

function isNamed(shape: Shape, name: string): boolean {
  return shape.kind === 'reference' && shape.name === name
}
