import { canonical } from '../../model/json.js'
import { isJson, shapesIn } from '../../model/operations/contents.js'
import type { Content, Stream } from '../../model/operations/operation.js'
import type { Rule } from '../../model/rules/rule.js'
import type { Shape } from '../../model/shapes/shape.js'
import { type Comparison, inside, report, type Spot, withRules } from '../comparison.js'
import { compareBounds } from '../schemas/bounds.js'
import { compareShapes } from '../schemas/shapes.js'

export function compareContents(
  on: Comparison,
  before: readonly Content[],
  after: readonly Content[],
  spot: Spot,
): void {
  const old = byMediaType(before)
  const now = byMediaType(after)
  for (const [key, content] of old) {
    const other = now.get(key)
    const { mediaType } = content
    if (other) compareContent(on, content, other, spot)
    else {
      const detail = { side: 'old', removed: shapesIn(content) } as const
      report(on, 'media-type-removed', spot, `${mediaType} removed`, detail)
    }
  }
  for (const [key, content] of now) {
    if (old.has(key)) continue
    report(on, 'media-type-added', spot, `${content.mediaType} added`, { added: shapesIn(content) })
  }
}

/** JSON is UTF-8, whether or not its media type says so. */
function byMediaType(contents: readonly Content[]): ReadonlyMap<string, Content> {
  const found = new Map<string, Content>()
  for (const each of contents) {
    const key = keyOf(each)
    if (!found.has(key)) found.set(key, each)
  }
  return found
}

function keyOf({ mediaType }: Content): string {
  const [essence = '', ...parameters] = mediaType.split(';').map((each) => each.trim())
  if (!isJson(essence)) return mediaType
  const others = parameters.filter((each) => !/^charset="?utf-?8"?$/i.test(each))
  return [essence.toLowerCase(), ...others].join('; ')
}

function compareContent(on: Comparison, before: Content, after: Content, around: Spot): void {
  const spot = withRules(on, around, before.rule, after.rule)
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
    const subject = name === '' ? spot.subject : inside(spot.subject, name)
    const other = items.get(name)
    const at = withRules(on, { ...spot, subject }, item.rule, other?.rule ?? item.rule)
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
