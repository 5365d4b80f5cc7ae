import { parsePointer } from '../model/pointer.js'
import type { Source } from '../model/shapes/shape.js'
import { descend } from '../source/anchors.js'
import type { Document } from '../source/document.js'
import { isQuoted } from '../source/literal-values.js'
import {
  below,
  isDictionary,
  items,
  member,
  members,
  type Node,
  sourceKey,
  textAt,
} from '../source/node.js'

/**
 * Who refers to a template may say what stands in its gaps: `$dynamicRef: '#item'` in the template means
 * the outermost `$dynamicAnchor: item` on the way to it. Each such use is read as a copy of the template
 * whose gaps are filled, in its place, so that everything after this knows plain references only.
 */
export function resolveDynamicReferences(document: Document): Document {
  const { root } = document
  const texts = [...document.files.values()].map(({ text }) => text)
  if (!texts.some((text) => text.includes('$dynamicRef'))) return document
  const templates = createTemplates(document)
  const value = filled(templates, root, new Map())
  const meant = { value, source: root.source }
  const at = (pointer: string): Node | undefined =>
    parsePointer(pointer).reduce<Node | undefined>(descend, meant)
  return {
    ...document,
    root: meant,
    origin: (source) => templates.origins.get(sourceKey(source)) ?? source,
    follow: (ref) => {
      const target = textAt(ref, '$ref') ?? ''
      const place = isPlaced(target) ? placeIn(target) : undefined
      // Copies stand in this file only, and only here.
      if (place && place.file === root.source.file) return at(place.pointer) ?? document.follow(ref)
      const found = document.follow(place ? referenceTo(place) : ref)
      if ('code' in found || found.source.file !== root.source.file) return found
      return at(found.source.pointer) ?? found
    },
  }
}

/** How a copy refers to a place of the document, wherever it came from itself. */
const PLACE = 'tagwire-place:'

function placeOf({ file, pointer }: Source): string {
  return `${PLACE}${file}#${encodeURIComponent(pointer)}`
}

function placeIn(target: string): Source {
  const at = target.lastIndexOf('#')
  const pointer = decodeURIComponent(target.slice(at + 1))
  return { file: target.slice(PLACE.length, at), pointer }
}

/** A reference in the file that it leads into, where `#` is all that it needs. */
function referenceTo({ file, pointer }: Source): Node {
  return { value: { $ref: `#${encodeURIComponent(pointer)}` }, source: { file, pointer: '' } }
}

/** A reference whose place is known, a dynamic one included. */
export function isPlaced(ref: unknown): boolean {
  return typeof ref === 'string' && ref.startsWith(PLACE)
}

/** What fills the gaps of templates: the schema of each anchor. The outermost one counts. */
type Scope = ReadonlyMap<string, Node>

interface Templates {
  /** Where a `$ref` or `$dynamicRef` leads by itself. */
  readonly target: (at: Node, word: string) => Node | undefined
  /** The anchors that a schema leaves open, in itself and in what it refers to. */
  readonly gaps: (schema: Node) => ReadonlySet<string>
  /** Where what was copied to a place stands itself. */
  readonly origins: Map<string, Source>
}

function createTemplates(document: Document): Templates {
  const target = (at: Node, word: string): Node | undefined => {
    const found = document.follow({ value: { $ref: textAt(at, word) }, source: at.source })
    return 'code' in found ? undefined : found
  }
  const known = new Map<string, ReadonlySet<string>>()
  const gaps = (schema: Node): ReadonlySet<string> => {
    const before = known.get(sourceKey(schema.source))
    if (before) return before
    const found = new Set<string>()
    // What is inside itself has no more gaps than it has.
    const seen = new Set<string>()
    const visit = (at: Node): void => {
      for (const item of items(at)) visit(item)
      const anchor = gapOf(templates, at)
      if (anchor !== undefined) found.add(anchor)
      const next = textAt(at, '$ref') === undefined ? undefined : target(at, '$ref')
      if (next && !seen.has(sourceKey(next.source))) {
        seen.add(sourceKey(next.source))
        visit(next)
      }
      for (const [key, child] of meaningful(at)) if (key !== '$defs') visit(child)
    }
    visit(schema)
    known.set(sourceKey(schema.source), found)
    return found
  }
  const templates = { target, gaps, origins: new Map<string, Source>() }
  return templates
}

/** The anchor of a `$dynamicRef`, where it is one that can be filled: it leads to such an anchor. */
function gapOf({ target }: Templates, at: Node): string | undefined {
  const dynamic = textAt(at, '$dynamicRef')
  const anchor = dynamic?.split('#')[1]
  if (anchor === undefined) return undefined
  const own = target(at, '$dynamicRef')
  return own && textAt(own, '$dynamicAnchor') === anchor ? anchor : undefined
}

function meaningful(at: Node): (readonly [key: string, node: Node])[] {
  return members(at).filter(([key]) => !isQuoted(at, key))
}

/** The anchors that a schema gives: its own, and those of its definitions. */
function anchorsOf(schema: Node): [string, Node][] {
  const definitions = member(schema, '$defs')
  const all = [schema, ...(definitions ? members(definitions).map(([, each]) => each) : [])]
  return all.flatMap((each): [string, Node][] => {
    const anchor = textAt(each, '$dynamicAnchor')
    const elsewhere = each !== schema && textAt(each, '$id') !== undefined
    return anchor === undefined || elsewhere ? [] : [[anchor, each]]
  })
}

/** A part of the document in which every use of a template is a copy. */
function filled(templates: Templates, at: Node, around: Scope): unknown {
  if (Array.isArray(at.value)) return items(at).map((each) => filled(templates, each, around))
  if (!isDictionary(at.value)) return at.value
  // A schema with a name of its own is a resource of its own, which can be entered by that name.
  const outer = textAt(at, '$id') === undefined ? around : new Map<string, Node>()
  const scope = new Map([...anchorsOf(at), ...outer])
  const value = mapped(at, (key, child) =>
    isQuoted(at, key) ? child.value : filled(templates, child, scope),
  )
  const own = scope.get(textAt(at, '$dynamicRef')?.replace('#', '') ?? '')
  if (own) return { ...value, $dynamicRef: placeOf(own.source) }
  const template = textAt(at, '$ref') === undefined ? undefined : templates.target(at, '$ref')
  if (!template || !fills(templates, scope, template)) return value
  const { $ref: _, allOf, ...beside } = value
  const alone = allOf === undefined && Object.keys(beside).every(isWord)
  const others: readonly unknown[] = Array.isArray(allOf) ? allOf : []
  const place = alone ? at.source : below(below(at.source, 'allOf'), String(others.length))
  const within = new Map([[sourceKey(template.source), place]])
  const copy = copied(templates, template, scope, within, place)
  if (alone && isDictionary(copy)) return { ...copy, ...beside }
  return { ...beside, allOf: [...others, copy] }
}

/** What says nothing about values. */
function isWord(key: string): boolean {
  return NAMES.has(key) || WORDS.has(key) || key.startsWith('x-')
}

const WORDS = new Set('title description summary deprecated example examples $comment'.split(' '))

/** Whether a scope says more about a template than it says itself. */
function fills({ gaps }: Templates, scope: Scope, template: Node): boolean {
  const inside = `${sourceKey(template.source)}/`
  return [...gaps(template)].some((anchor) => {
    const filling = scope.get(anchor)
    return filling !== undefined && !`${sourceKey(filling.source)}/`.startsWith(inside)
  })
}

const NAMES = new Set(['$id', '$anchor', '$dynamicAnchor', '$defs', '$dynamicRef', '$ref'])

/** `to` is where the copy will stand. */
function copied(templates: Templates, at: Node, scope: Scope, within: Within, to: Source): unknown {
  templates.origins.set(sourceKey(to), at.source)
  if (Array.isArray(at.value)) {
    return items(at).map((each, index) =>
      copied(templates, each, scope, within, below(to, String(index))),
    )
  }
  if (!isDictionary(at.value)) return at.value
  const value = mapped(at, (key, child) =>
    isQuoted(at, key) ? child.value : copied(templates, child, scope, within, below(to, key)),
  )
  const target = targetOf(templates, at, scope)
  const beside = Object.fromEntries(Object.entries(value).filter(([key]) => !NAMES.has(key)))
  if (!target) return textAt(at, '$ref') === undefined ? beside : { ...beside, $ref: value.$ref }
  const { source } = target
  const key = sourceKey(source)
  const place = within.get(key) ?? (isCopied(templates, scope, target) ? undefined : source)
  if (place) return { ...beside, $ref: placeOf(place) }
  const alone = Object.keys(beside).length === 0
  const next = alone ? to : below(below(to, 'allOf'), '0')
  const copy = copied(templates, target, scope, new Map([...within, [key, next]]), next)
  return alone ? copy : { ...beside, allOf: [copy] }
}

/** Templates that are being copied, and where to find each: what is inside itself is one place. */
type Within = ReadonlyMap<string, Source>

/** A template with gaps, and what fills one without having a name. */
function isCopied(templates: Templates, scope: Scope, target: Node): boolean {
  const nameless = [...scope.values()].includes(target) && isDefinition(target)
  return nameless || fills(templates, scope, target)
}

function isDefinition({ source }: Node): boolean {
  return source.pointer.split('/').at(-2) === '$defs'
}

/** What a reference in a copy means: what fills the gap, where it is one. */
function targetOf(templates: Templates, at: Node, scope: Scope): Node | undefined {
  if (textAt(at, '$ref') !== undefined) return templates.target(at, '$ref')
  if (textAt(at, '$dynamicRef') === undefined) return undefined
  const filling = scope.get(gapOf(templates, at) ?? '')
  return filling ? plain(templates, filling) : templates.target(at, '$dynamicRef')
}

/** `{ $dynamicAnchor: item, $ref: … }` is what it refers to. */
function plain(templates: Templates, filling: Node): Node {
  const words = members(filling).map(([key]) => key)
  const alone = words.length === 2 && words.includes('$ref')
  return (alone && templates.target(filling, '$ref')) || filling
}

function mapped(
  at: Node,
  map: (key: string, child: Node) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(members(at).map(([key, child]) => [key, map(key, child)]))
}
