import type { FinalResult, OpenResult } from '@tagwire/routing-execute'

export interface Ended {
  readonly outcome: (FinalResult | OpenResult)['outcome']
  readonly reason?: FinalResult['reason']
  readonly index: number
  readonly funds?: FinalResult['funds']
  /** How often the journal was saved. */
  readonly saves: number
}

export type Kill = 'never' | 'after' | 'before'

/** What a process is told, as JSON. */
export interface Task {
  readonly folder: string
  readonly url: string
  /** By chain, or `*`. */
  readonly outcomes: Readonly<Record<string, string>>
  readonly killAt?: number
  readonly mode?: Kill
}

export function carryOut(task: Task): Promise<Ended>
