import { randomBytes } from 'node:crypto'

/** A part of an answer, and where the next one begins. */
export interface AnswerPart {
  readonly text: string
  readonly length: number
  readonly next: number | undefined
}

/** Answers that were too long, so that an agent can read on. */
export interface KeptAnswers {
  /** Keeps an answer, and returns the name that only its reader knows. */
  readonly keep: (text: string) => string
  /** `undefined` if there is no such answer any more. */
  readonly part: (name: string, from: number) => AnswerPart | undefined
}

/** All kept answers together, in characters. */
const MOST_KEPT = 20_000_000

/** Keeps the latest answers. `most` is the longest part. */
export function keptAnswers(most: number): KeptAnswers {
  const answers = new Map<string, string>()
  let size = 0
  return {
    keep(text) {
      // Callers over HTTP share a server, and nobody can guess the name of another one's answer.
      const name = randomBytes(12).toString('base64url')
      answers.set(name, text)
      size += text.length
      for (const [oldest, { length }] of answers) {
        if (size <= MOST_KEPT || oldest === name) break
        answers.delete(oldest)
        size -= length
      }
      return name
    },
    part(name, from) {
      const whole = answers.get(name)
      if (whole === undefined) return undefined
      const end = endOfPart(whole, from, most)
      const next = end < whole.length ? end : undefined
      return { text: whole.slice(from, end), length: whole.length, next }
    },
  }
}

/** A character of two units is not divided. */
export function endOfPart(text: string, from: number, most: number): number {
  const end = from + Math.max(most, 2)
  const code = text.charCodeAt(end - 1)
  return code >= 0xd800 && code < 0xdc00 ? end - 1 : end
}
