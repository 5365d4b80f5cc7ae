import { pascalCase } from '../../model/names.js'

/** The name of a nested schema, if it needs one. */
export interface Hint {
  readonly name: string
  /** The end of a name that is made from this hint. */
  readonly ending: string
  /** The same with the tag of the surrounding union member, if the name is taken. */
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
