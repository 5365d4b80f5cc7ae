import { canonical } from '../../model/json.js'
import type { Content, Stream } from '../../model/operations/operation.js'
import type { Rule } from '../../model/rules/rule.js'
import type { Shape } from '../../model/shapes/shape.js'
import { type Comparison, inside, report, type Spot } from '../comparison.js'
import { compareBounds } from '../schemas/bounds.js'
import { shapesIn } from '../schemas/flow.js'
import { compareShapes } from '../schemas/shapes.js'

export function compareContents(
  on: Comparison,
  before: readonly Content[],
  after: readonly Content[],
  spot: Spot,
): void {
  const old = new Map(before.map((each) => [each.mediaType, each]))
  const now = new Map(after.map((each) => [each.mediaType, each]))
  for (const [mediaType, content] of old) {
    const other = now.get(mediaType)
    if (other) compareContent(on, content, other, spot)
    else {
      const detail = { side: 'old', removed: shapesIn(content) } as const
      report(on, 'media-type-removed', spot, `${mediaType} removed`, detail)
    }
  }
  for (const [mediaType, content] of now) {
    if (old.has(mediaType)) continue
    report(on, 'media-type-added', spot, `${mediaType} added`, { added: shapesIn(content) })
  }
}

function compareContent(on: Comparison, before: Content, after: Content, spot: Spot): void {
  compareBounds(on, before.rule, after.rule, spot)
  compareShapes(on, before.shape, after.shape, spot)
  if (canonical(before.encodings ?? {}) !== canonical(after.encodings ?? {})) {
    report(on, 'encoding-changed', spot, 'members of the form are written in another way')
  }
  compareStreams(on, before, after, spot)
}

function compareStreams(on: Comparison, before: Content, after: Content, spot: Spot): void {
  const [old, now] = [before.stream, after.stream]
  if (old?.form !== now?.form) {
    const message = `comes as ${formText(now)} now, was ${formText(old)}`
    report(on, 'type-changed', spot, message, { removed: shapesIn(before), added: shapesIn(after) })
    return
  }
  const items = itemsOf(now)
  for (const [name, item] of itemsOf(old)) {
    const at = name === '' ? spot : { ...spot, subject: inside(spot.subject, name) }
    const other = items.get(name)
    if (other) {
      compareShapes(on, item.shape, other.shape, at)
      compareBounds(on, item.rule, other.rule, at)
    } else
      report(on, 'variant-removed', at, 'event removed', { side: 'old', removed: [item.shape] })
  }
  const known = itemsOf(old)
  for (const [name, { shape }] of items) {
    const at = { ...spot, subject: inside(spot.subject, name) }
    if (!known.has(name)) report(on, 'variant-added', at, 'event added', { added: [shape] })
  }
}

interface Item {
  readonly shape: Shape
  readonly rule: Rule
}

/** The items of a stream, by the name of their event. */
function itemsOf(stream: Stream | undefined): ReadonlyMap<string, Item> {
  if (!stream || stream.form === 'text-events') return new Map()
  if (stream.form !== 'json-events') {
    return new Map([['', { shape: stream.item, rule: stream.rule }]])
  }
  return new Map(stream.events.map(({ event, data, rule }) => [event ?? '', { shape: data, rule }]))
}

function formText(stream: Stream | undefined): string {
  return stream ? `a stream of ${stream.form}` : 'one value'
}
