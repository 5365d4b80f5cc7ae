import { nearest } from '../diagnostics/suggestion.js'
import { isDictionary } from '../model/json.js'
import { escapeToken, parsePointer } from '../model/pointer.js'
import { descend } from './anchors.js'
import { member, type Node } from './node.js'

/** The paths in OpenAPI 3 of parts that Swagger 2 and JSON Schema have at the top level. */
const NEW_HOMES: Readonly<Record<string, string>> = {
  definitions: 'schemas',
  parameters: 'parameters',
  responses: 'responses',
  securityDefinitions: 'securitySchemes',
}

/**
 * The probable target of a dangling reference, as the help of a diagnostic. `top` is its file, and `address`
 * the reference's name of that file.
 */
export function referenceHint(top: Node, address: string, fragment: string): string | undefined {
  const pointer = fragment.startsWith('/') ? fragment : `/${fragment}`
  const moved = movedPointer(top, pointer)
  if (moved !== undefined) {
    return `OpenAPI 3 has it elsewhere: write ${address}#${moved}.`
  }
  const near = nearPointer(top, parsePointer(pointer)) ?? pointerByName(top, fragment)
  return near === undefined ? undefined : `Did you mean ${address}#${near}?`
}

/** The same for a reference that looks like a file name but is not one. */
export function nameHint(top: Node, target: string): string | undefined {
  return referenceHint(top, '', target.replace(/^#?\/?/, ''))
}

function movedPointer(top: Node, pointer: string): string | undefined {
  const [, word = '', ...rest] = pointer.split('/')
  const home = NEW_HOMES[word]
  if (home === undefined || rest.length === 0) return undefined
  return pointerByName(top, decoded(rest.join('/')), [home])
}

function decoded(token: string): string {
  return parsePointer(`/${token}`)[0] ?? token
}

/** A component with that name, of any kind. */
function pointerByName(
  top: Node,
  name: string,
  kinds: readonly string[] = ['schemas', 'responses', 'parameters', 'requestBodies'],
): string | undefined {
  const components = member(top, 'components')
  for (const kind of components ? kinds : []) {
    const found = nearPointer(top, ['components', kind, name])
    if (found !== undefined) return found
  }
  return undefined
}

/** The pointer that results when each missing step is replaced by the most similar key. */
function nearPointer(top: Node, tokens: readonly string[]): string | undefined {
  let at: Node | undefined = top
  let pointer = ''
  for (const token of tokens) {
    const keys: readonly string[] = isDictionary(at.value) ? Object.keys(at.value) : []
    const step: string | undefined = descend(at, token) ? token : nearest(token, keys, mayDiffer)
    at = step === undefined ? undefined : descend(at, step)
    if (step === undefined || !at) return undefined
    pointer += `/${escapeToken(step)}`
  }
  return pointer
}

/** Names of schemas are less similar to each other than keywords, so more differences are allowed. */
function mayDiffer(candidate: string): number {
  return candidate.length <= 5 ? 1 : 2
}
