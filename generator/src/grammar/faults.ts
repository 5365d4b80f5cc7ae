import type { Diagnostic } from '../diagnostics/diagnostic.js'
import { valueText } from '../diagnostics/value-text.js'
import { isDictionary } from '../source/node.js'
import { type Form, formText, kindText, readForm } from './form.js'

/** Where a value stands: under a word of an object, or in a list or under a name. */
export interface Standing {
  readonly word?: string
  readonly inside?: string
}

type Fault = (standing: Standing) => Omit<Diagnostic, 'at'>

/** What is wrong with the kind of value that stands at a place, if anything is. */
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
  // What a program had nothing to write for: any value goes, as where the word is missing.
  if (of === 'Schema' && value === null) return left(value, form)
  return isDictionary(value) ? undefined : wrong(value, form)
}

function listFault(value: unknown, form: Form, of: string): Fault | undefined {
  if (!Array.isArray(value)) return wrong(value, form)
  return of === 'Schema' && value.length === 0 ? emptyList : undefined
}

/** No safe reading: an object or a list is missing where one has to be. */
function wrong(value: unknown, form: Form): Fault {
  const { container, of } = readForm(form)
  return ({ word, inside }) => ({
    code: of === 'Schema' ? 'TW2005' : codeFor(inside),
    severity: 'error',
    message: `${subject(word, of)} is ${wanted(word, form)}, but this is ${valueText(value)}`,
    ...(container === 'list' && of !== 'any' && isDictionary(value)
      ? { help: 'Write each of them behind a dash (YAML), or the whole in brackets.' }
      : {}),
  })
}

/** A choice among nothing would refuse everything, and nobody means that. */
function emptyList({ word }: Standing): Omit<Diagnostic, 'at'> {
  return {
    code: 'TW2005',
    severity: 'warning',
    message: `${subject(word)} lists no schema; it is left out`,
    help: 'List what is meant, or remove the word.',
  }
}

/** `a schema is an object` where no word names the place. */
function subject(word: string | undefined, of?: string): string {
  if (word !== undefined) return `\`${word}\``
  if (of === undefined) return 'each of them'
  const noun = kindText(of)
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

function wanted(word: string | undefined, form: Form): string {
  if (word !== undefined || form !== 'Schema') return formText(form)
  return 'an object, or `true` or `false`'
}

/** A text or a flag that is something else says nothing, and the rest of the document still does. */
function left(value: unknown, form: Form): Fault {
  return ({ word, inside }) => ({
    code: codeFor(inside),
    severity: 'warning',
    message: `${subject(word)} is ${formText(form)}, but this is ${valueText(value)}; it is left out`,
  })
}

function codeFor(inside: string | undefined): 'TW1007' | 'TW2005' {
  return inside === 'Schema' ? 'TW2005' : 'TW1007'
}
