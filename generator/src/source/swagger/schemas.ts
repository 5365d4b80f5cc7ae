import { isDictionary } from '../../model/json.js'
import { items, member, members, type Node } from '../node.js'
import { type Container, isContainer } from '../overlay/source-map.js'
import type { Builder } from './builder.js'

/** Where Swagger 2.0 keeps what can be referred to, and where OpenAPI 3 does. */
const MOVED: readonly (readonly [from: string, to: string])[] = [
  ['#/definitions/', '#/components/schemas/'],
  ['#/parameters/', '#/components/parameters/'],
  ['#/responses/', '#/components/responses/'],
  ['#/securityDefinitions/', '#/components/securitySchemes/'],
]

export function movedReference(target: string): string {
  const [from, to] = MOVED.find(([begin]) => target.startsWith(begin)) ?? ['', '']
  return to + target.slice(from.length)
}

/** The same for a pointer into a file that was upgraded, from wherever it is referred to. */
export function movedPointer(pointer: string): string {
  return movedReference(`#${pointer}`).slice(1)
}

/** A text about the upgraded document, in the words of the file. */
export function inWordsOfFile(text: string): string {
  const moved = MOVED.reduce((all, [from, to]) => all.replaceAll(to, from), text)
  return moved
    .replaceAll('components/schemas', 'definitions')
    .replaceAll('components.schemas', 'definitions')
    .replaceAll('components.securitySchemes', 'securityDefinitions')
    .replaceAll('`nullable', '`x-nullable')
    .replace(/^there is no style ("[^"]*")/, '$1 is no `collectionFormat` that can be sent here')
    .replace(/sent in the style (?:form|simple)$/, 'sent as csv')
    .replace(/^Use (.*), or leave `style` out\.$/, (_, styles: string) =>
      styles.includes('spaceDelimited')
        ? 'Use csv, ssv, pipes or multi, or leave `collectionFormat` out.'
        : 'Use csv, or leave `collectionFormat` out.',
    )
    .replace(/^(a parameter .*path, query, header) or cookie/, '$1, formData or body')
    .replace(
      /^a parameter .*; there is no "(?:body|formData)"$/,
      'an operation has one parameter `in: body`, or several `in: formData`: this one is beside a body',
    )
    .replace(/^Leave `style` out\.$/, 'Leave `collectionFormat` out.')
}

/** Names that hold values or names of the user, not keywords. */
export const HOLDS_VALUES: ReadonlySet<string> = new Set(['default', 'enum', 'example', 'examples'])
export const HOLDS_NAMES: ReadonlySet<string> = new Set([
  'properties',
  'definitions',
  'patternProperties',
])

/** A schema, with what was written differently in 2.0: references, files, null and discriminators. */
export function upgradedSchema(builder: Builder, node: Node): unknown {
  const made = builder.copy(node)
  upgradeIn(builder, made, node, movedReference)
  return made
}

/** A file with schemas, in which everything stays where it is. */
export function upgradedPart(builder: Builder, node: Node): unknown {
  const made = builder.copy(node)
  upgradeIn(builder, made, node, (target) => target)
  return made
}

type Moved = typeof movedReference

function upgradeIn(builder: Builder, made: unknown, node: Node, moved: Moved): void {
  if (!isContainer(made)) return
  if (isDictionary(made)) upgradeKeywords(builder, made, node, moved)
  for (const [key, child] of childrenOf(node)) {
    const inside = Array.isArray(made) ? made[Number(key)] : made[key]
    if (HOLDS_VALUES.has(key) || key.startsWith('x-')) continue
    if (HOLDS_NAMES.has(key) && isDictionary(inside)) {
      for (const [name, each] of members(child)) upgradeIn(builder, inside[name], each, moved)
    } else upgradeIn(builder, inside, child, moved)
  }
}

function childrenOf(node: Node): (readonly [string, Node])[] {
  if (!Array.isArray(node.value)) return members(node)
  return items(node).map((item, index) => [String(index), item])
}

/** What one schema says in other words, without those below it. */
export function upgradeKeywords(
  builder: Builder,
  made: Container,
  node: Node,
  moved: Moved = movedReference,
): void {
  const reference = member(node, '$ref')
  if (reference && typeof reference.value === 'string') {
    builder.set(made, '$ref', moved(reference.value), reference)
  }
  const type = member(node, 'type')
  if (type?.value === 'file') {
    builder.set(made, 'type', 'string', type)
    builder.set(made, 'format', 'binary', type)
  }
  const nullable = member(node, 'x-nullable') ?? member(node, 'x-isnullable')
  if (nullable?.value === true) builder.set(made, 'nullable', true, nullable)
  const discriminator = member(node, 'discriminator')
  if (discriminator && typeof discriminator.value === 'string') {
    const object = builder.make(discriminator)
    builder.set(object, 'propertyName', discriminator.value, discriminator)
    builder.set(made, 'discriminator', object, discriminator)
  }
}
