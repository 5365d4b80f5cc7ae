import type { Diagnostic } from '../diagnostics/diagnostic.js'
import { valueText } from '../diagnostics/value-text.js'
import { isDictionary } from '../model/json.js'
import { type Form, formText, kindText, readForm } from './form.js'

/** The position of a value: under a keyword of an object, in an array, or under a name. */
export interface Position {
  readonly keyword?: string
  readonly inside?: string
}

type Fault = (standing: Position) => Omit<Diagnostic, 'at'>

/** The problem with the type of a value at a place, if there is one. */
export function faultOf(value: unknown, form: Form): Fault | undefined {
  const { container, of } = readForm(form)
  if (container === 'list') return listFault(value, form, of)
  if (container === 'names') return isDictionary(value) ? undefined : wrong(value, form)
  if (of === 'any') return undefined
  if (of === 'text')
    return value === null || typeof value === 'string' ? undefined : left(value, form)
  if (of === 'flag')
    return value === null || typeof value === 'boolean' ? undefined : left(value, form)
  if (of === 'Schema' && typeof value === 'boolean') return undefined
  // `null` from a program that had no value: treated like a missing keyword.
  if (of === 'Schema' && value === null) return left(value, form)
  return isDictionary(value) ? undefined : wrong(value, form)
}

function listFault(value: unknown, form: Form, of: string): Fault | undefined {
  if (!Array.isArray(value)) return wrong(value, form)
  return of === 'Schema' && value.length === 0 ? emptyList : undefined
}

/** An error, because there is no safe interpretation: a required object or array is missing. */
function wrong(value: unknown, form: Form): Fault {
  const { container, of } = readForm(form)
  return ({ keyword, inside }) => ({
    code: of === 'Schema' ? 'TW2005' : codeFor(inside),
    severity: 'error',
    message: `${subject(keyword, of)} is ${expectedText(keyword, form)}, but this is ${valueText(value)}`,
    ...(container === 'list' && of !== 'any' && isDictionary(value)
      ? { help: 'Write each of them behind a dash (YAML), or the whole in brackets.' }
      : {}),
  })
}

/** An empty `oneOf`, `anyOf` or `allOf`, which would reject every value if taken literally. */
function emptyList({ keyword }: Position): Omit<Diagnostic, 'at'> {
  return {
    code: 'TW2005',
    severity: 'warning',
    message: `${subject(keyword)} is empty; it is ignored`,
    help: 'Add the schemas, or remove the keyword.',
  }
}

/** `a schema is an object` if the place has no keyword. */
function subject(keyword: string | undefined, of?: string): string {
  if (keyword !== undefined) return `\`${keyword}\``
  if (of === undefined) return 'each of them'
  const noun = kindText(of)
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

function expectedText(keyword: string | undefined, form: Form): string {
  if (keyword !== undefined || form !== 'Schema') return formText(form)
  return 'an object, or `true` or `false`'
}

/** A string or a boolean of another type is ignored, and the rest of the document is still read. */
function left(value: unknown, form: Form): Fault {
  return ({ keyword, inside }) => ({
    code: codeFor(inside),
    severity: 'warning',
    message: `${subject(keyword)} is ${formText(form)}, but this is ${valueText(value)}; it is ignored`,
  })
}

function codeFor(inside: string | undefined): 'TW1007' | 'TW2005' {
  return inside === 'Schema' ? 'TW2005' : 'TW1007'
}
