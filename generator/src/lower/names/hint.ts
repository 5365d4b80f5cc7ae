import { pascalCase } from '../../model/names.js'

/** From where a nested schema gets its name, if it turns out to need one: `nameOf`. */
export interface Hint {
  /** The names on the way to the schema, put together: `Order`, `OrderItem`. Hints of what is inside begin with it. */
  readonly name: string
  /** `Payload` for the payload of a union member, otherwise empty. Hints of what is inside leave it out. */
  readonly ending: string
  /** Inside of a union member: `name` with the member's tag in it, for where `nameOf` is taken by another schema. */
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

/**
 * The hint for the payload of a union member. `OperationSwap` is the type of the member itself, so its payload becomes
 * `OperationPayload`, or `OperationSwapPayload` where that is taken.
 */
export function payloadHint(hint: Hint, tag?: string): Hint {
  const name = nameOf(hint)
  const tagged = tag === undefined ? hint.tagged : (hint.tagged ?? name) + pascalCase(tag)
  return { name, ending: 'Payload', ...(tagged === undefined ? {} : { tagged }) }
}
