import type { Described, RecordShape, Shape } from '../../model/shapes/shape.js'
import { member, members, type Node, textAt } from '../../source/node.js'
import { isPureReference } from '../../source/references.js'
import { type Hint, named, payloadHint } from '../names/hint.js'
import { describe } from '../schemas/describe.js'
import type { Lowering } from '../schemas/lowering-context.js'
import { intersectRecords } from '../schemas/merge/intersect.js'
import { mergeParts } from '../schemas/merge/merge.js'
import { plainValues } from '../schemas/values.js'
import type { KeyOfSeveral, Level, Member, WayInside } from './members.js'

/** What a member of a union is in types. */
export interface MemberShapes {
  readonly described: Described
  /** `x-tagwire-name`: the suffix of generated names of the case, in place of its tag. */
  readonly given?: string
  /** The member as a whole, for styles in which it is the payload. */
  readonly shape: () => Shape
  /** Its fields, if it is an object. */
  readonly record: () => RecordShape | undefined
}

export function createMemberShapes(lowering: Lowering, hint: Hint): (of: Member) => MemberShapes {
  const known = new Map<Member, MemberShapes>()
  // Several members may refer to one object.
  const records = new Map<Node, RecordShape>()

  const shapesOf = (of: Member): MemberShapes => {
    const shapes = known.get(of) ?? (of.inside ? shapesInside(of, of.inside) : own(of, hint))
    known.set(of, shapes)
    return shapes
  }

  const own = (of: Member, around: Hint): MemberShapes => {
    const { schema, target, entry, object } = of
    const given = textAt(schema, 'x-tagwire-name')
    const memberHint = entry ? named(entry.name) : payloadHint(around, ownTag(schema))
    let shape: Shape | undefined
    return {
      described: describedBy(of),
      ...(given ? { given } : {}),
      shape: () => {
        shape ??=
          entry && isPureReference(schema)
            ? { kind: 'reference', name: entry.name }
            : lowering.shapeOf(schema, memberHint)
        return shape
      },
      record: () => {
        if (!object) return undefined
        const record = records.get(target) ?? mergeParts(lowering, target, memberHint).record
        records.set(target, record)
        return record
      },
    }
  }

  const shapesInside = (of: Member, { outer, levels, isPlain, key }: WayInside): MemberShapes => {
    const whole = shapesOf(outer)
    const shapes = levels.length === 0 ? whole : own(of, hintAt(hint, levels))
    // The rule of a kind is that of the member which leads to it.
    const described = { ...shapes.described, source: whole.described.source }
    const record = key
      ? () => keyRecord(lowering, hintAt(hint, [...levels, key]), key)
      : shapes.record
    if (isPlain) return { ...shapes, described, record }
    // Its type is part of that of the outer member.
    return {
      ...shapes,
      described,
      shape: whole.shape,
      record: () => withBeside(lowering, hint, levels, record()),
    }
  }

  return shapesOf
}

function describedBy({ schema, entry }: Member): Described {
  const own = describe(schema)
  return own.doc || !entry ? own : { ...describe(entry.node), source: schema.source }
}

/** The hint for the names of what is inside the last union of a way. */
export function hintAt(hint: Hint, levels: readonly Level[]): Hint {
  return levels.reduce(
    (around, { entry }) => (entry ? named(entry.name) : payloadHint(around)),
    hint,
  )
}

/** The tag of an inline member: the only string that a property of it allows. */
function ownTag(schema: Node): string | undefined {
  const properties = member(schema, 'properties')
  for (const [, node] of properties ? members(properties) : []) {
    const [value, ...others] = plainValues(node) ?? []
    if (typeof value === 'string' && others.length === 0) return value
  }
  return undefined
}

/** The record of an object that has exactly one of several keys, if it has this one. */
function keyRecord(
  lowering: Lowering,
  hint: Hint,
  { target, name, of }: KeyOfSeveral,
): RecordShape {
  const { fields } = mergeParts(lowering, target, hint).record
  const source = of.keys.find((each) => each.name === name)?.source ?? target.source
  const own = fields.flatMap((field) =>
    field.name === name ? [{ name, shape: field.shape, required: true, source }] : [],
  )
  return {
    kind: 'record',
    fields: [...own, ...fields.filter((each) => of.common.includes(each.name))],
  }
}

/** A record with the properties next to the lists that lead to it. */
function withBeside(
  lowering: Lowering,
  hint: Hint,
  levels: readonly Level[],
  record: RecordShape | undefined,
): RecordShape | undefined {
  if (!record) return undefined
  const beside = levels.map(
    ({ target }, index) =>
      mergeParts(lowering, target, hintAt(hint, levels.slice(0, index + 1))).record,
  )
  const records = beside.filter(({ fields }) => fields.length > 0)
  return intersectRecords(lowering, [...records, record])
}
