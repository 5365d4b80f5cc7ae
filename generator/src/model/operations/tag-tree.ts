import type { Model, Tag } from '../model.js'
import type { Operation } from './operation.js'

/** The operations of a tag, and the tags below it. */
export interface TagGroup {
  readonly tag: Tag
  /** Its summary, otherwise its name. */
  readonly title: string
  readonly operations: readonly Operation[]
  readonly groups: readonly TagGroup[]
}

export interface TagTree {
  readonly groups: readonly TagGroup[]
  /** Operations without a tag that is for navigation. */
  readonly others: readonly Operation[]
}

/** A tag that says more than what operations are about: OpenAPI 3.2 has `badge` and `audience`, too. */
function isForNavigation({ kind = 'nav' }: Tag): boolean {
  return kind === 'nav'
}

/** Whether the document arranges its tags: with `parent`, `summary` or `kind` of OpenAPI 3.2. */
export function hasTagTree({ tags }: Pick<Model, 'tags'>): boolean {
  return tags.some(({ parent, summary, kind }) => parent ?? summary ?? kind)
}

/** The tag under which an operation is found: the first one for navigation. */
function navigationTag(tags: readonly Tag[], { tags: own }: Operation): Tag | undefined {
  const all = own.map((name) => tags.find((each) => each.name === name) ?? { name })
  return all.find((tag) => tag.name !== '' && isForNavigation(tag))
}

/** What an operation is marked with beside its group: the titles of its tags of the kind `badge`. */
export function badgesOf(tags: readonly Tag[], { tags: own }: Operation): string[] {
  return tags.flatMap((tag) =>
    tag.kind === 'badge' && own.includes(tag.name) ? [titleOf(tag)] : [],
  )
}

function titleOf({ name, summary }: Tag): string {
  return summary ?? name
}

/** The tag around a tag; none if it is unknown, or inside the tag itself. */
function parentOf(tags: readonly Tag[], tag: Tag): Tag | undefined {
  const above = (each: Tag): Tag | undefined => tags.find(({ name }) => name === each.parent)
  const parent = above(tag)
  const passed = new Set<Tag>()
  for (let at = parent; at && !passed.has(at); at = above(at)) {
    if (at.name === tag.name) return undefined
    passed.add(at)
  }
  return parent
}

/** The tags around a tag, the outermost first, itself last. */
function tagPath(tags: readonly Tag[], tag: Tag): readonly Tag[] {
  const parent = parentOf(tags, tag)
  return parent ? [...tagPath(tags, parent), tag] : [tag]
}

/** The titles of the tags around an operation: `Orders / Refunds`. */
export function tagGroupName(tags: readonly Tag[], operation: Operation): string | undefined {
  const tag = navigationTag(tags, operation)
  return tag && tagPath(tags, tag).map(titleOf).join(' / ')
}

/** The operations by tag. Only tags that lead to an operation are in it, in the order of the document. */
export function tagTree({ tags, operations }: Pick<Model, 'tags' | 'operations'>): TagTree {
  const byTag = new Map<string, Operation[]>()
  const known = [...tags]
  const others: Operation[] = []
  for (const operation of operations) {
    const tag = navigationTag(known, operation)
    if (!tag) others.push(operation)
    else {
      if (!known.some(({ name }) => name === tag.name)) known.push(tag)
      byTag.set(tag.name, [...(byTag.get(tag.name) ?? []), operation])
    }
  }
  const below = (parent: Tag | undefined): TagGroup[] =>
    known
      .filter((tag) => parentOf(known, tag)?.name === parent?.name)
      .map((tag) => ({
        tag,
        title: titleOf(tag),
        operations: byTag.get(tag.name) ?? [],
        groups: below(tag),
      }))
      .filter((group) => group.operations.length + group.groups.length > 0)
  return { groups: below(undefined), others }
}
