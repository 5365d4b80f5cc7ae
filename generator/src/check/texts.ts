import * as runtime from '@tagwire/runtime/validate'
import type { Expression } from '../model/rules/rule.js'
import { CHECKED_FORMATS, isCheckedFormat } from '../model/shapes/formats.js'

// Uses the validators of the runtime, so that both always agree.

const CHECKS: Readonly<Record<CheckName, runtime.Check>> = runtime

type CheckName = (typeof CHECKED_FORMATS)[keyof typeof CHECKED_FORMATS]

export function hasFormat(text: string, format: string): boolean {
  if (!isCheckedFormat(format)) return true
  return runtime.validator(format, CHECKS[CHECKED_FORMATS[format]]).strict.is(text)
}

/** A value from a server must not make a pattern run for too long. */
export function matches({ source, flags, program }: Expression, text: string): boolean {
  return program
    ? runtime.linearPattern(source, flags, program.letters, program.part).test(text)
    : new RegExp(source, flags).test(text)
}
