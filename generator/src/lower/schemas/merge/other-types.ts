import type { JsonType } from '../../../model/json.js'
import type { RecordShape, Shape } from '../../../model/shapes/shape.js'
import { member, type Node } from '../../../source/node.js'
import type { Lowering } from '../lowering-context.js'
import { statedTypes } from '../stated-types.js'
import type { Part } from './gather.js'

/** What the parts of an `allOf` say of types. */
export interface TypesOfParts {
  /** The parts that say a type. */
  readonly stated: readonly Node[]
  /** The shapes of parts that say none: `items` alone constrains only arrays, `properties` only objects. */
  readonly untyped: Map<Shape, Node>
}

export function noteShape(
  { untyped }: Pick<TypesOfParts, 'untyped'>,
  schema: Node,
  shape: Shape,
): void {
  if (!statedTypes(schema)) untyped.set(shape, schema)
}

/** The types that all parts allow, if they say any; none if they contradict each other. */
export function possibleTypes(stated: readonly Node[]): readonly JsonType[] | undefined {
  const types = stated.flatMap((part) => statedTypes(part) ?? [])
  const [first] = types
  return first && [...first].filter((type) => types.every((each) => each.has(type)))
}

interface Shapes {
  readonly records: readonly RecordShape[]
  readonly others: readonly Shape[]
}

/** Leaves out what constrains only values of another type than that of the parts. */
export function withoutOtherTypes(
  lowering: Lowering,
  schema: Node,
  { records, others }: Shapes,
  { stated, untyped }: TypesOfParts,
): Shapes {
  const possible = possibleTypes(stated)
  if (!possible) return { records, others }
  if (possible.length === 0) {
    reportContradiction(lowering, schema, stated)
    return { records, others }
  }
  const isLeft =
    (type: JsonType, keywords: readonly string[]) =>
    (shape: Shape): boolean => {
      const part = untyped.get(shape)
      if (!part || possible.includes(type)) return true
      reportMisplaced(lowering, part, keywords, type, possible)
      return false
    }
  return {
    records: records.filter(isLeft('object', OF_OBJECTS)),
    others: others.filter(isLeft('array', OF_ARRAYS)),
  }
}

/** Whether a part constrains only values of another type than that of the parts. */
export function isLeftOut(
  { kind, schema }: Part,
  possible: readonly JsonType[] | undefined,
): boolean {
  if (!possible || possible.length === 0 || kind === 'reference' || statedTypes(schema))
    return false
  return !possible.includes(kind === 'record' ? 'object' : 'array')
}

const OF_ARRAYS = ['items', 'prefixItems']
const OF_OBJECTS = ['properties', 'additionalProperties', 'patternProperties']

function reportContradiction(
  { report }: Lowering,
  { source: at }: Node,
  stated: readonly Node[],
): void {
  const types = stated.flatMap((part) => statedTypes(part) ?? [])
  const said = [...new Set(types.map((each) => [...each].join(' or ')))].join(', and one ')
  report({
    code: 'TW2012',
    severity: 'warning',
    message: `no value fits: one part of this schema says ${said}; the type is that of all parts`,
    at,
  })
}

function reportMisplaced(
  { report }: Lowering,
  part: Node,
  keywords: readonly string[],
  type: JsonType,
  possible: readonly JsonType[],
): void {
  const keyword = keywords.find((each) => member(part, each)) ?? ''
  report({
    code: 'TW2015',
    severity: 'warning',
    message: `\`${keyword}\` constrains only ${type}s, and another part of this schema says ${possible.join(' or ')}; it has no effect`,
    at: (member(part, keyword) ?? part).source,
  })
}
