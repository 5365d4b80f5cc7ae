import { Fault } from '../diagnostics/diagnostic.js'
import { isDictionary } from '../model/json.js'
import { parsePointer } from '../model/pointer.js'
import type { Source } from '../model/shapes/shape.js'
import { descend } from '../source/anchors.js'
import type { Document } from '../source/document.js'
import { isQuoted } from '../source/literal-values.js'
import { below, items, member, members, type Node, sourceKey, textAt } from '../source/node.js'

/**
 * Expands `$dynamicRef` templates. `$dynamicRef: '#item'` in a template refers to the outermost
 * `$dynamicAnchor: item` on the path to it, so the schema that refers to the template decides what it means.
 * Each such use is replaced by a copy of the template with its anchors bound, so that later steps only see
 * plain references.
 */
export function resolveDynamicReferences(document: Document): Document {
  const { root } = document
  const texts = [...document.files.values()].map(({ text }) => text)
  if (!texts.some((text) => text.includes('$dynamicRef'))) return document
  const templates = createTemplates(document)
  const value = filled(templates, root, new Map())
  const bound = { value, source: root.source }
  const at = (pointer: string): Node | undefined =>
    parsePointer(pointer).reduce<Node | undefined>(descend, bound)
  return {
    ...document,
    root: bound,
    origin: (source) => templates.origins.get(sourceKey(source)) ?? source,
    resolve: (ref) => {
      const target = textAt(ref, '$ref') ?? ''
      const known = isResolved(target) ? sourceOf(target) : undefined
      // Copies are only added to this file, and only here.
      if (known && known.file === root.source.file)
        return at(known.pointer) ?? document.resolve(ref)
      const found = document.resolve(known ? referenceTo(known) : ref)
      if ('code' in found || found.source.file !== root.source.file) return found
      return at(found.source.pointer) ?? found
    },
  }
}

/** The reference from a copy to a location of the document, wherever it was copied from. */
const RESOLVED = 'tagwire-source:'

function resolvedReference({ file, pointer }: Source): string {
  return `${RESOLVED}${file}#${encodeURIComponent(pointer)}`
}

function sourceOf(target: string): Source {
  const at = target.lastIndexOf('#')
  const pointer = decodeURIComponent(target.slice(at + 1))
  return { file: target.slice(RESOLVED.length, at), pointer }
}

/** A reference relative to its target file, for which `#` is enough. */
function referenceTo({ file, pointer }: Source): Node {
  return { value: { $ref: `#${encodeURIComponent(pointer)}` }, source: { file, pointer: '' } }
}

/** A reference whose location is known, dynamic ones included. */
export function isResolved(ref: unknown): boolean {
  return typeof ref === 'string' && ref.startsWith(RESOLVED)
}

/** The schema that each dynamic anchor is bound to. The outermost binding wins. */
type Scope = ReadonlyMap<string, Node>

interface Templates {
  /** The target of a `$ref` or `$dynamicRef` without any binding. */
  readonly target: (at: Node, keyword: string) => Node | undefined
  /** The anchors that a schema leaves unbound, directly or through its references. */
  readonly gaps: (schema: Node) => ReadonlySet<string>
  /** The original location of each copy. */
  readonly origins: Map<string, Source>
  /** How many more values may be copied. */
  left: number
}

/**
 * Templates that use other templates twice could be copied any number of times. Real documents copy a few hundred
 * values.
 */
const MOST_COPIED = 100_000

function createTemplates(document: Document): Templates {
  const target = (at: Node, keyword: string): Node | undefined => {
    const found = document.resolve({ value: { $ref: textAt(at, keyword) }, source: at.source })
    return 'code' in found ? undefined : found
  }
  const known = new Map<string, ReadonlySet<string>>()
  const gaps = (schema: Node): ReadonlySet<string> => {
    const before = known.get(sourceKey(schema.source))
    if (before) return before
    const found = new Set<string>()
    // A template that contains itself has no additional open anchors.
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
      for (const [key, child] of nonLiteralMembers(at)) if (key !== '$defs') visit(child)
    }
    visit(schema)
    known.set(sourceKey(schema.source), found)
    return found
  }
  const templates = { target, gaps, origins: new Map<string, Source>(), left: MOST_COPIED }
  return templates
}

/** The anchor of a `$dynamicRef` that can be bound: one that leads to a `$dynamicAnchor`. */
function gapOf({ target }: Templates, at: Node): string | undefined {
  const dynamic = textAt(at, '$dynamicRef')
  const anchor = dynamic?.split('#')[1]
  if (anchor === undefined) return undefined
  const own = target(at, '$dynamicRef')
  return own && textAt(own, '$dynamicAnchor') === anchor ? anchor : undefined
}

function nonLiteralMembers(at: Node): (readonly [key: string, node: Node])[] {
  return members(at).filter(([key]) => !isQuoted(at, key))
}

/** The anchors that a schema binds: its own, and those of its definitions. */
function anchorsOf(schema: Node): [string, Node][] {
  const definitions = member(schema, '$defs')
  const all = [schema, ...(definitions ? members(definitions).map(([, each]) => each) : [])]
  return all.flatMap((each): [string, Node][] => {
    const anchor = textAt(each, '$dynamicAnchor')
    const elsewhere = each !== schema && textAt(each, '$id') !== undefined
    return anchor === undefined || elsewhere ? [] : [[anchor, each]]
  })
}

/** Rewrites a part of the document so that every use of a template becomes a copy. */
function filled(templates: Templates, at: Node, around: Scope): unknown {
  if (Array.isArray(at.value)) return items(at).map((each) => filled(templates, each, around))
  if (!isDictionary(at.value)) return at.value
  // A named schema can be referenced by that name, so it starts a new scope.
  const outer = textAt(at, '$id') === undefined ? around : new Map<string, Node>()
  const scope = new Map([...anchorsOf(at), ...outer])
  const value = mapped(at, (key, child) =>
    isQuoted(at, key) ? child.value : filled(templates, child, scope),
  )
  const own = scope.get(textAt(at, '$dynamicRef')?.replace('#', '') ?? '')
  if (own) return { ...value, $dynamicRef: resolvedReference(own.source) }
  const template = textAt(at, '$ref') === undefined ? undefined : templates.target(at, '$ref')
  if (!template || !fills(templates, scope, template)) return value
  const { $ref: _, allOf, ...beside } = value
  const alone = allOf === undefined && Object.keys(beside).every(isKeyword)
  const others: readonly unknown[] = Array.isArray(allOf) ? allOf : []
  const copyAt = alone ? at.source : below(below(at.source, 'allOf'), String(others.length))
  const within = new Map([[sourceKey(template.source), copyAt]])
  const copy = copied(templates, template, scope, within, copyAt)
  if (alone && isDictionary(copy)) return { ...copy, ...beside }
  return { ...beside, allOf: [...others, copy] }
}

/** Keywords that do not constrain values. */
function isKeyword(key: string): boolean {
  return NAMES.has(key) || WORDS.has(key) || key.startsWith('x-')
}

const WORDS = new Set('title description summary deprecated example examples $comment'.split(' '))

/** Whether a scope binds anything that the template does not bind itself. */
function fills({ gaps }: Templates, scope: Scope, template: Node): boolean {
  const inside = `${sourceKey(template.source)}/`
  return [...gaps(template)].some((anchor) => {
    const filling = scope.get(anchor)
    return filling !== undefined && !`${sourceKey(filling.source)}/`.startsWith(inside)
  })
}

const NAMES = new Set(['$id', '$anchor', '$dynamicAnchor', '$defs', '$dynamicRef', '$ref'])

/** `to` is the location of the copy. */
function copied(templates: Templates, at: Node, scope: Scope, within: Within, to: Source): unknown {
  templates.left--
  if (templates.left < 0) throw new Fault(tooManyCopies(at))
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
  const copyAt = within.get(key) ?? (isCopied(templates, scope, target) ? undefined : source)
  if (copyAt) return { ...beside, $ref: resolvedReference(copyAt) }
  const alone = Object.keys(beside).length === 0
  const next = alone ? to : below(below(to, 'allOf'), '0')
  const copy = copied(templates, target, scope, new Map([...within, [key, next]]), next)
  return alone ? copy : { ...beside, allOf: [copy] }
}

function tooManyCopies({ source }: Node) {
  return {
    code: 'TW1011',
    severity: 'error',
    message: `with this template, all \`$dynamicRef\`s together are copies of more than ${MOST_COPIED} values`,
    at: source,
    help: 'Refer to a schema by its name where nothing has to be bound.',
  } as const
}

/** Templates being copied, with the location of each copy: a recursive template becomes one location. */
type Within = ReadonlyMap<string, Source>

/** A template with open anchors, and the anonymous schemas that bind them. */
function isCopied(templates: Templates, scope: Scope, target: Node): boolean {
  const nameless = [...scope.values()].includes(target) && isDefinition(target)
  return nameless || fills(templates, scope, target)
}

function isDefinition({ source }: Node): boolean {
  return source.pointer.split('/').at(-2) === '$defs'
}

/** The target of a reference inside a copy: the bound schema, if the reference is dynamic. */
function targetOf(templates: Templates, at: Node, scope: Scope): Node | undefined {
  if (textAt(at, '$ref') !== undefined) return templates.target(at, '$ref')
  if (textAt(at, '$dynamicRef') === undefined) return undefined
  const filling = scope.get(gapOf(templates, at) ?? '')
  return filling ? plain(templates, filling) : templates.target(at, '$dynamicRef')
}

/** `{ $dynamicAnchor: item, $ref: … }` is whatever it refers to. */
function plain(templates: Templates, filling: Node): Node {
  const keywords = members(filling).map(([key]) => key)
  const alone = keywords.length === 2 && keywords.includes('$ref')
  return (alone && templates.target(filling, '$ref')) || filling
}

function mapped(
  at: Node,
  map: (key: string, child: Node) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(members(at).map(([key, child]) => [key, map(key, child)]))
}
