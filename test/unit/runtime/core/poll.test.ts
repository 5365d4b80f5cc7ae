import { expect, it } from 'vitest'
import { createPoll } from '../../../../packages/runtime/src/core/poll.js'

const { signal } = new AbortController()

/** A call that is answered by hand, in the order of the calls. */
function calls() {
  const answers: ((value: string) => void)[] = []
  const poll = createPoll(
    (_: string) => new Promise<string>((resolve) => void answers.push(resolve)),
  )
  const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
  return { answers, poll, turn }
}

it('whoever comes at once shares a call', async () => {
  const { answers, poll, turn } = calls()
  const both = [poll('a', undefined, signal), poll('a', undefined, signal)]
  await turn()
  expect(answers).toHaveLength(1)
  answers[0]?.('one')
  expect(await Promise.all(both)).toEqual(['one', 'one'])
})

it('whoever comes while a call is on its way gets no answer from before', async () => {
  const { answers, poll, turn } = calls()
  const before = poll('a', undefined, signal)
  await turn()
  const after = poll('a', undefined, signal)
  await turn()
  answers[1]?.('new')
  answers[0]?.('old')
  expect([await before, await after]).toEqual(['old', 'new'])
  // Callers that wait for the next call share it, too.
  const next = [poll('a', performance.now(), signal), poll('a', performance.now(), signal)]
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(answers).toHaveLength(3)
  answers[2]?.('next')
  expect(await Promise.all(next)).toEqual(['next', 'next'])
})
