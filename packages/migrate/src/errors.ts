import type { SourceLocation } from './plan.js'

/** A faulty command line: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Codes that stay the same from version to version; the README explains each. */
export type ErrorCode =
  | 'TM1001'
  | 'TM1002'
  | 'TM1003'
  | 'TM1004'
  | 'TM1005'
  | 'TM1006'
  | 'TM1007'
  | 'TM1008'
  | 'TM1009'
  | 'TM1010'
  | 'TM1011'

export interface Problem {
  readonly code: ErrorCode
  readonly message: string
  readonly location?: SourceLocation | undefined
  /** The line of the place. */
  readonly line?: string | undefined
  readonly help: string
}

/** Problems of the project. They end a run before anything is written. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
  readonly problems: readonly Problem[]

  constructor(...problems: readonly Problem[]) {
    super(problems.map(({ message }) => message).join('\n'))
    this.problems = problems
  }
}
