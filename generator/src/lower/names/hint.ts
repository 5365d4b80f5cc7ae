import { pascalCase } from '../../model/names.js'

/** The parts of the name of a nested schema, in case it needs one: `nameOf`. */
export interface Hint {
  /**
   * The joined names on the path to the schema: `Order`, `OrderItem`. Hints of nested schemas begin with it.
   */
  readonly name: string
  /**
   * `Payload` for the payload of a union member, otherwise empty. Not part of the hints of nested schemas.
   */
  readonly ending: string
  /**
   * Inside a union member: `name` with the member's tag, in case another schema has the result of `nameOf`.
   */
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
 * The hint for the payload of a union member. `OperationSwap` is the type of the member itself, so its
 * payload becomes `OperationPayload`, or `OperationSwapPayload` if that is taken.
 */
export function payloadHint(hint: Hint, tag?: string): Hint {
  const name = nameOf(hint)
  const tagged = tag === undefined ? hint.tagged : (hint.tagged ?? name) + pascalCase(tag)
  return { name, ending: 'Payload', ...(tagged === undefined ? {} : { tagged }) }
}
