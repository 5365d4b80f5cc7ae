import type { DrawContext } from './draw-context.js'
import { type Drawing, MOST, none } from './drawing.js'
import type { Parts } from './flatten.js'
import { itemRules, leadsBack, singular, wantedAt } from './parts.js'
import type { SampleRule } from './rule.js'

/** How often an item is drawn anew that is equal to one before it. */
const TRIES = 24

/** A list that is as long as it should be; `none` if too few items can be drawn. */
export function drawList(drawing: Drawing, parts: Parts, context: DrawContext): unknown {
  const { lists } = parts
  const least = Math.max(
    0,
    ...lists.map((each) => each.least ?? 0),
    ...lists.map(({ contains }) => (contains ? (contains.least ?? 1) : 0)),
  )
  if (least > MOST) return none
  const most = Math.min(...lists.map((each) => each.most ?? Number.POSITIVE_INFINITY))
  const prefix = Math.max(0, ...lists.map(({ first = [] }) => first.length))
  const trail = [...context.inside, ...parts.names]
  const isBack = itemRules(lists, prefix).some(
    (rule) => leadsBack(rule, trail) || !drawing.canEnd(rule, context),
  )
  const wanted = Math.max(drawing.isFull(context) || isBack ? 0 : drawing.size, prefix)
  const length = Math.max(least, Math.min(most, wanted))
  const isUnique = lists.some(({ unique }) => unique)
  const made: unknown[] = []
  const texts = new Set<string>()
  for (let index = 0; index < length; index++) {
    const rules = [...itemRules(lists, index), ...wantedAt(lists, index)]
    const around: DrawContext = { ...context, index, inside: trail }
    const value = drawItem(drawing, rules, around, isUnique ? texts : undefined)
    if (value === none) {
      if (made.length >= least) break
      return none
    }
    texts.add(JSON.stringify(value))
    made.push(value)
  }
  return made
}

/** The item at the index of `around`, the list: other than those of `others`, which are in JSON. */
function drawItem(
  { draw }: Drawing,
  rules: readonly SampleRule[],
  around: DrawContext,
  others: ReadonlySet<string> | undefined,
): unknown {
  const { path, index, depth, name } = around
  for (let salt = 0; salt < (others ? TRIES : 1); salt++) {
    const found = draw(rules, {
      ...around,
      path: `${path}/${index}${salt === 0 ? '' : ` ${salt}`}`,
      index: index + salt,
      depth: depth + 1,
      name: singular(name),
    })
    if (found === none || !others?.has(JSON.stringify(found))) return found
  }
  return none
}
