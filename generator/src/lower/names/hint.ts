import { pascalCase } from '../../model/names.js'

/** What a schema inside another one would be called, if it needs a name. */
export interface Hint {
  readonly name: string
  /** What a name made from this hint ends in. */
  readonly ending: string
  /** The same with the tag of the member of a union that it stands in, for when the name is taken. */
  readonly tagged?: string
}

export function named(name: string): Hint {
  return { name, ending: '' }
}

export function nameOf(hint: Hint): string {
  return hint.name + hint.ending
}

export function fieldHint(hint: Hint, field: string): Hint {
  return extended(hint, pascalCase(field))
}

export function itemHint(hint: Hint): Hint {
  return extended(hint, 'Item')
}

function extended({ name, ending, tagged }: Hint, by: string): Hint {
  return { name: name + by, ending, ...(tagged === undefined ? {} : { tagged: tagged + by }) }
}

/** Inside a member of a union: `Operation` + `swap` is the member's own type, so not its payload's. */
export function payloadHint(hint: Hint, tag?: string): Hint {
  const name = nameOf(hint)
  const tagged = tag === undefined ? hint.tagged : (hint.tagged ?? name) + pascalCase(tag)
  return { name, ending: 'Payload', ...(tagged === undefined ? {} : { tagged }) }
}
