import { pascalCase } from '../../model/names.js'

/** What a schema inside another one would be called, if it needs a name. */
export interface Hint {
  readonly name: string
  /** What a name made from this hint ends in. */
  readonly ending: string
}

export function named(name: string): Hint {
  return { name, ending: '' }
}

export function nameOf(hint: Hint): string {
  return hint.name + hint.ending
}

export function fieldHint(hint: Hint, field: string): Hint {
  return { name: hint.name + pascalCase(field), ending: hint.ending }
}

export function itemHint(hint: Hint): Hint {
  return { name: `${hint.name}Item`, ending: hint.ending }
}

/** Inside a member of a union: `Operation` + `swap` is the member's own type, so not its payload's. */
export function payloadHint(hint: Hint): Hint {
  return { name: nameOf(hint), ending: 'Payload' }
}
