import type { Source } from '../model/shapes/shape.js'
import type { Code } from './catalogue.js'

export type Severity = 'error' | 'warning'

export interface Diagnostic {
  readonly code: Code
  readonly severity: Severity
  /** The problem at this place, with its names. */
  readonly message: string
  readonly at?: Source
  /** The option of the package that it is about, if it has no place in a document: `['paginators', '0']`. */
  readonly option?: readonly string[]
  /** The fix for this place; the catalogue's fix if absent. */
  readonly help?: string
  /** A second place that belongs to the problem. */
  readonly also?: { readonly message: string; readonly at: Source }
}

export type Report = (diagnostic: Diagnostic) => void

/** A run stops between its steps if an error was reported. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((each) => each.severity === 'error')
}

/** With `--strict`, problems with only one obvious interpretation stop the run too. */
export function strictly(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.map((each) => ({ ...each, severity: 'error' }))
}

/**
 * An error that ends the step immediately; caught where the step was called, never shown as a stack
 * trace.
 */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly diagnostics: readonly Diagnostic[]

  constructor(...diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((each) => each.message).join('\n'))
    this.diagnostics = diagnostics
  }
}
