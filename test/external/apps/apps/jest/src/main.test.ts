import { check } from './program'

test('the program', async () => {
  const answer = await check()
  console.log(answer)
  expect(answer).toBe('o-1: card 4242, 1 problem')
})
