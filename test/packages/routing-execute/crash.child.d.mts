import type { FinalResult, OpenResult } from '@tagwire/routing-execute'

export interface Ended {
  readonly outcome: (FinalResult | OpenResult)['outcome']
  readonly reason?: FinalResult['reason']
  readonly index: number
  readonly funds?: FinalResult['funds']
  /** How often the journal was saved. */
  readonly saves: number
}

/** `frozen` does not kill: nothing happens any more after the save, in the same process. */
export type Kill = 'never' | 'after' | 'before' | 'frozen'

/** What a process is told, as JSON. */
export interface Task {
  readonly folder: string
  readonly url: string
  /** By chain, or `*`. */
  readonly outcomes: Readonly<Record<string, string>>
  readonly killAt?: number
  readonly mode?: Kill
}

/** `undefined` if it was frozen. */
export function carryOut(task: Task): Promise<Ended | undefined>
