/**
 * How a tag and its payload are written in JSON. Only the layout differs: a tagged union means the same in
 * all of them.
 *
 * - `key`: `{ <tag>: payload, …common }`, and a bare string for a case without payload
 * - `property`: `{ <property>: tag, …payload, …common }`
 * - `pair`: `{ <property>: tag, <content>: payload, …common }`
 * - `none`: the value contains no tag
 */
export type Tagging =
  | { readonly style: 'key' }
  | { readonly style: 'property'; readonly property: string }
  | { readonly style: 'pair'; readonly property: string; readonly content: string }
  | { readonly style: 'none' }

/** A layout in which the value contains its tag. */
export type TagStyle = Exclude<Tagging, { readonly style: 'none' }>

/** Whether the tag of a case is a key of the object, used for this case only. */
export function tagsAreKeys({ style }: Pick<Tagging, 'style'>): boolean {
  switch (style) {
    case 'key':
      return true
    case 'property':
    case 'pair':
    case 'none':
      return false
  }
}
