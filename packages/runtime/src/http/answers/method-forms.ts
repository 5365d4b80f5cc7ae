import type { SendAs } from '../bodies/content-types.js'
import type { HttpOperation } from '../operation.js'
import type { AnswerOf } from './answer.js'
import type { AttemptOf } from './data-or-error.js'

/** The parameters of a method with another result. */
type FormOf<Method, Operation, Result> = Method extends (...values: infer Values) => unknown
  ? WithOtherBodies<Operation, Result> & ((...values: Values) => Promise<Result>)
  : never

/** Of several signatures, the compiler infers the last one; here are those for other content types. */
type WithOtherBodies<Operation, Result> =
  Operation extends HttpOperation<
    infer _Input,
    infer _Output,
    infer _Failures,
    infer Bodies,
    infer _Answers
  >
    ? [keyof Bodies] extends [never]
      ? unknown
      : <Type extends keyof Bodies & string>(
          input: Bodies[Type],
          options: SendAs<Type>,
        ) => Promise<Result>
    : unknown

/** The methods of a client, which resolve to whole answers. */
export type Answers<Methods, Table> = {
  readonly [Name in keyof Methods]: Name extends keyof Table
    ? FormOf<Methods[Name], Table[Name], AnswerOf<Table[Name]>>
    : never
}

/** The methods of a client, which resolve to a result or to an error. */
export type Attempts<Methods, Table> = {
  readonly [Name in keyof Methods]: Name extends keyof Table
    ? FormOf<Methods[Name], Table[Name], AttemptOf<Table[Name]>>
    : never
}

/** The other forms of the methods of a client. */
export interface MethodForms<Methods, Table> {
  /**
   * The same methods with whole answers: `{ status, data, headers, response }`, with a type for each status. The `data`
   * of a stream are its items: iterate over them, or end them with `return()`.
   */
  readonly answer: Answers<Methods, Table>
  /**
   * The same methods without throwing: `{ data }`, or `{ error, described }`, where the error has the type that the
   * document describes if `described` is `true`. Only a `TypeError` and the caller's own abort are thrown, and what
   * fails after a stream began.
   */
  readonly attempt: Attempts<Methods, Table>
}
