import type { DrawContext } from './draw-context.js'
import { drawList } from './draw-list.js'
import { drawObject } from './draw-object.js'
import { type Draw, type Drawing, type Facts, LEVELS, MOST, none } from './drawing.js'
import { type Choosing, flatten, type Parts } from './flatten.js'
import { impliedType } from './gather.js'
import { numberFor } from './numbers.js'
import { allowsNull, isOfType } from './parts.js'
import { chance } from './random.js'
import type { SampleRule, SampleSource } from './rule.js'
import { textFor } from './texts.js'

const DEEPEST = 48
/** The same from this many values on. */
const MANY = 600
/** By try: below these levels, only what is required. */
const FULL_LEVELS = [LEVELS, LEVELS, LEVELS, LEVELS, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0, 0, 0]

export interface DrawOptions {
  readonly items?: number | undefined
  readonly fields?: 'all' | 'required' | undefined
  readonly leavesOut?: 'read' | 'write' | undefined
}

/** Draws a value of everything that applies to it; `none` where there is none. */
export function createDraw(
  { examples = {} }: SampleSource,
  facts: Facts,
  { items: size = 2, fields = 'all', leavesOut = 'write' }: DrawOptions,
  attempt: number,
): Draw {
  const { ruleOf, ends } = facts
  /** What is hard is often optional: later tries leave more of it out. */
  const fullLevels = fields === 'required' ? 0 : (FULL_LEVELS[attempt] ?? LEVELS)
  const choosing: Choosing[] = []
  let drawn = 0

  const partsOf: Drawing['partsOf'] = (rules, context) => {
    const levels = Math.max(0, LEVELS - context.depth)
    choosing[levels] ??= { ...facts, attempt, levels }
    return flatten(rules, context, choosing[levels])
  }

  const draw: Draw = (given, context) => {
    drawn++
    const [only] = given
    const shown = given.length === 1 && only?.reference !== undefined ? only.reference : undefined
    // Items after the first are drawn, so that they differ.
    if (
      shown !== undefined &&
      attempt === 0 &&
      context.index === 0 &&
      Object.hasOwn(examples, shown)
    ) {
      return structuredClone(examples[shown])
    }
    if (context.depth > DEEPEST || drawn > MOST) return none
    const parts = partsOf(given, context)
    const value = ofParts(given, parts, context)
    return value === none && allowsNull(given, ruleOf) ? null : value
  }

  const drawing: Drawing = {
    draw,
    partsOf,
    canEnd: (rule, { depth }) => ends(rule, LEVELS - depth - 1),
    isFull: ({ depth }) => drawn > MANY || depth >= fullLevels,
    size,
    leavesOut,
  }

  function ofParts(given: readonly SampleRule[], parts: Parts, context: DrawContext): unknown {
    if (parts.never) return none
    const types = parts.types?.filter((type) => type !== 'null')
    if (parts.values) return oneOf(parts.values, types, context, attempt)
    if (types?.length === 0) return parts.types?.includes('null') ? null : none
    const type = types ? types[attempt % types.length] : impliedType(parts)
    const usual = (parts.usual ?? []).filter((each) => isOfType(each, type))
    if (usual.length > 0) return oneOf(usual, types, context, attempt)
    switch (type) {
      case 'object':
        return drawObject(drawing, given, parts, context)
      case 'array':
        return drawList(drawing, parts, context)
      case 'string':
        return textFor(parts.texts, context, attempt) ?? none
      case 'number':
      case 'integer':
        return numberFor(parts.numbers, type === 'integer', context) ?? none
      case 'boolean':
        return chance(context.seed, context.path, attempt) < 0.5
      default:
        return context.depth === 0 ? {} : (textFor([], context, 0) ?? '')
    }
  }

  return draw
}

/** One of the values that are of one of the types; another one with each try. */
function oneOf(
  values: readonly unknown[],
  types: readonly string[] | undefined,
  { seed, path }: DrawContext,
  attempt: number,
): unknown {
  const known = values.filter(
    (each) => each !== null && (!types || types.some((type) => isOfType(each, type))),
  )
  if (known.length === 0) return values.includes(null) ? null : none
  const first = Math.floor(chance(seed, path, 'value') * known.length)
  return structuredClone(known[(first + attempt) % known.length])
}
